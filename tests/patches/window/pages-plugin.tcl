# Meets patches in Pd's windows, from within Pd's own window program: opens each, looks at what lies where, clicks and
# moves everything, and says in TAP what was wrong. ../window.sh starts Pd with this folder in its path.
#
# From the environment: HZ_PATCHES (files), HZ_TOLD (where the results go), HZ_PICTURES (a folder, if pictures are
# wanted), HZ_LATE (names of pages whose pictures are taken 3 s after the click), HZ_WAIT (milliseconds to listen after
# each click).

namespace eval ::pages {
    variable said {}   ;# what Pd has posted since the last look
    variable answer 0  ;# the number of the last question that Pd has answered
    variable asked 0
    variable out
}

# ---- Pd: what it says, and whether it has done what it was told ----

rename ::pdwindow::logpost ::pdwindow::logpost_itself
proc ::pdwindow::logpost {object level message} {
    if {[regexp {^pages-answer: (\d+)} $message -> number]} {
        set ::pages::answer $number
    } else {
        append ::pages::said $message
    }
    ::pdwindow::logpost_itself $object $level $message
}

# Waits until a condition holds, for 10 seconds at most.
proc ::pages::await {condition} {
    for {set tries 0} {$tries < 1000} {incr tries} {
        if {[uplevel 1 [list expr $condition]]} { return 1 }
        pause 10
    }
    return 0
}

proc ::pages::pause {ms} {
    after $ms { set ::pages::passed 1 }
    vwait ::pages::passed
}

# Returns when Pd has done all that it was sent, and its answers are drawn. 10 seconds are the most.
proc ::pages::settle {} {
    pdsend "pages-ask [incr ::pages::asked]"
    set late [after 10000 { set ::pages::answer $::pages::asked }]
    while {$::pages::answer < $::pages::asked} { vwait ::pages::answer }
    after cancel $late
    update idletasks
}

# What Pd has said that nobody expects: not what it tells of the machine, nor what a method says of itself that cannot
# do what it is asked. That the limiter acts is expected where nobody listens, since gestures lie one over the other.
proc ::pages::complaints {} {
    set wrong {}
    foreach line [split $::pages::said "\n"] {
        if {[regexp {watchdog|priority|method: its energy|duration: it needs|duration: this contact} $line] ||
            [regexp {correct: it needs|method: some freq} $line]} { continue }
        if {[regexp -nocase {couldn't create|no such object|no method|error|bad |mismatch|expected|got } $line]} {
            lappend wrong $line
        }
        if {[info exists ::env(HZ_WAIT)] && [string match "*the limiter holds*" $line]} { lappend wrong $line }
    }
    set ::pages::said {}
    return $wrong
}

# ---- what lies where ----

proc ::pages::meet {a b slack} { # whether two rectangles have more than their edges in common
    foreach {a1 b1 a2 b2} $a {c1 d1 c2 d2} $b {}
    expr {$a1 + $slack < $c2 && $c1 + $slack < $a2 && $b1 + $slack < $d2 && $d1 + $slack < $b2}
}

proc ::pages::within {a b} {
    foreach {a1 b1 a2 b2} $a {c1 d1 c2 d2} $b {}
    expr {$a1 >= $c1 - 2 && $b1 >= $d1 - 2 && $a2 <= $c2 + 2 && $b2 <= $d2 + 2}
}

# Whether a straight line goes through a rectangle.
proc ::pages::crosses {line box} {
    foreach {x1 y1 x2 y2} $line {l t r b} $box {}
    set from 0.0
    set to 1.0
    foreach {p q} [list [expr {$x1 - $x2}] [expr {$x1 - $l}] [expr {$x2 - $x1}] [expr {$r - $x1}] \
                       [expr {$y1 - $y2}] [expr {$y1 - $t}] [expr {$y2 - $y1}] [expr {$b - $y1}]] {
        if {$p == 0} { if {$q < 0} { return 0 } else { continue } }
        set at [expr {double($q) / $p}]
        if {$p < 0} { if {$at > $from} { set from $at } } elseif {$at < $to} { set to $at }
    }
    expr {$from < $to}
}

proc ::pages::shrunk {box by} {
    foreach {l t r b} $box {}
    list [expr {$l + $by}] [expr {$t + $by}] [expr {$r - $by}] [expr {$b - $by}]
}

# Lists of what a canvas shows. boxes: place and name of what can be edited; texts: comments and what stands beside a
# number; labels: what a slider or button says; sheets: coloured canvases; cords.
proc ::pages::survey {c} {
    set r [dict create boxes {} texts {} labels {} sheets {} cords {} frames {}]
    foreach i [$c find all] {
        set tags [$c gettags $i]
        set kind [$c type $i]
        set first [lindex $tags 0]
        if {[lsearch $tags cord] >= 0} {
            dict lappend r cords [$c coords $i]
        } elseif {[lsearch $tags graph] >= 0 && $kind in {line rectangle polygon}} {
            dict lappend r frames [$c bbox $i]
        } elseif {[regexp {R$} $first] && $kind in {line polygon}} {
            set name [string map {"\n" " "} [textof $c [string range $first 0 end-1]]]
            dict lappend r boxes [list [$c bbox $i] [lindex $tags 1] $name]
        } elseif {$kind eq "rectangle" && [regexp {RECT} $tags]} {
            foreach {l t right b} [$c bbox $i] {}
            if {$right - $l > 8 && $b - $t > 8} { dict lappend r sheets [$c bbox $i] }
        } elseif {$kind in {rectangle line polygon} && [regexp {BASE( |$)} $tags] && [$c itemcget $i -fill] ne ""} {
            dict lappend r boxes [list [$c bbox $i] control [regsub {.*?(\w+)BASE.*} $tags {\1}]]
        } elseif {$kind eq "rectangle" && [regexp {BASE\d} $tags]} {
            dict lappend r boxes [list [$c bbox $i] control [regsub {.*?(\w+)BASE.*} $tags {\1}]]
        } elseif {$kind eq "text" && [string trim [$c itemcget $i -text]] ne ""} {
            if {[regexp {LABEL} $tags]} {
                dict lappend r labels [list [$c bbox $i] [$c itemcget $i -text]]
            } elseif {[lindex $tags 1] eq "text" || [lsearch $tags label] >= 0} {
                dict lappend r texts [list [$c bbox $i] [$c itemcget $i -text]]
            }
        }
    }
    return $r
}

proc ::pages::textof {c tag} {
    foreach i [$c find withtag $tag] {
        if {[$c type $i] eq "text"} { return [$c itemcget $i -text] }
    }
    return ""
}

proc ::pages::short {text} { return "'[string range [string map {\n { }} $text] 0 30]'" }

# What is wrong with how a window looks. What a graph or another patch shows in its frame is that one's own matter.
proc ::pages::faults {c scrolls} {
    set faults {}
    update
    set seen [survey $c]
    set frames [dict get $seen frames]
    set own {}
    foreach kind {boxes texts labels} {
        foreach one [dict get $seen $kind] {
            set inside 0
            foreach frame $frames { if {[within [lindex $one 0] $frame]} { set inside 1 } }
            if {!$inside} { lappend own [list $kind {*}$one] }
        }
    }
    foreach frame $frames { lappend own [list boxes $frame frame frame] }

    set top [winfo toplevel $c]
    set w [winfo width $top]
    set h [winfo height $top]
    if {[$c cget -width] > 1270 || (!$scrolls && [$c cget -height] > 706)} {
        lappend faults "it is [$c cget -width] x [$c cget -height]"
    }
    foreach {l t r b} [concat [$c bbox all] 0 0 0 0] { break }
    if {$l < -1 || $t < -1 || $r > $w + 1 || (!$scrolls && $b > $h + 1)} {
        lappend faults "what it shows reaches from $l $t to $r $b in $w x $h"
    }
    for {set i 0} {$i < [llength $own]} {incr i} {
        foreach {kind box what name} [lindex $own $i] {}
        if {$kind ne "boxes"} { set name $what }
        for {set k 0} {$k < $i} {incr k} {
            foreach {kind2 box2 what2 name2} [lindex $own $k] {}
            if {$kind2 ne "boxes"} { set name2 $what2 }
            if {$what eq "control" && $what2 eq "control" && $name eq $name2} { continue }
            if {$what eq "frame" && $what2 eq "frame" && ([within $box $box2] || [within $box2 $box])} { continue }
            if {[meet $box $box2 4]} {
                lappend faults "[short $name] lies over [short $name2] at [lrange $box 0 1]"
            }
        }
        set sheets [dict get $seen sheets]
        if {$kind eq "texts"} {
            foreach sheet $sheets {
                if {[meet $box $sheet 3]} { lappend faults "the text [short $name] lies on a canvas" }
            }
        }
        if {$kind eq "labels"} {
            set lies 0
            foreach sheet $sheets { if {[within $box $sheet]} { set lies 1 } }
            if {!$lies} { lappend faults "the label [short $name] lies on no canvas" }
        }
        foreach cord [dict get $seen cords] {
            if {[crosses $cord [shrunk $box 4]]} { lappend faults "a wire crosses [short $name] at [lrange $box 0 1]" }
        }
    }
    return $faults
}

# ---- hands ----

proc ::pages::at {event c x y args} {
    set x [expr {int($x - [$c canvasx 0])}]
    set y [expr {int($y - [$c canvasy 0])}]
    event generate $c $event -x $x -y $y -when now {*}$args
}

proc ::pages::click {c x y} {
    at <Motion> $c $x $y
    at <ButtonPress-1> $c $x $y
    at <ButtonRelease-1> $c $x $y
    if {[info exists ::env(HZ_WAIT)]} { pause $::env(HZ_WAIT) }
}

proc ::pages::drag {c places} {
    foreach {x y} $places { break }
    at <Motion> $c $x $y
    at <ButtonPress-1> $c $x $y
    foreach {x y} $places {
        at <B1-Motion> $c $x $y
        if {[info exists ::env(HZ_WAIT)]} { pause [expr {$::env(HZ_WAIT) / 4}] }
    }
    at <ButtonRelease-1> $c $x $y
}

# Lets Pd do what it was told. It computes sound at the first click, and where somebody listens, and else rests. Who
# listens waits for the meter, which looks ten times a second, and notes after which touch the limiter acted.
proc ::pages::hush {touched} {
    if {[info exists ::env(HZ_WAIT)]} {
        pause 150
    } else {
        pdsend "pd dsp 0"
    }
    settle
    regsub -all {(the limiter holds [^\n]* dBFS) *\n} $::pages::said "\\1 after $touched\n" ::pages::said
}

# What a control is called: its label, or where it lies.
proc ::pages::called {c box what name} {
    if {$what eq "msg"} { return "\[$name\(" }
    foreach i [$c find withtag ${name}LABEL] {
        if {[$c type $i] eq "text" && [$c itemcget $i -text] ne ""} { return "'[$c itemcget $i -text]'" }
    }
    return "what lies at [lrange $box 0 1]"
}

# Clicks a message, bang, switch or row of buttons, and draws a slider from end to end and half way back. Files are not
# asked for, a message with a $ waits for what fills it, and Pd goes on. What opens another page is meet_others's.
proc ::pages::move_all {c} {
    set moved 0
    set left {}
    foreach one [dict get [survey $c] boxes] { lappend left $one }
    set done {}
    foreach one $left {
        if {![winfo exists $c]} { break }
        foreach {box what name} $one { foreach {l t r b} $box {} }
        set x [expr {($l + $r) / 2}]
        set y [expr {($t + $b) / 2}]
        if {$what eq "msg"} {
            if {[regexp {^open [a-z0-9]|quit|panel|[$]} $name]} { continue }
            click $c [expr {$l + 6}] $y
        } elseif {$what eq "control"} {
            if {[$c find withtag ${name}KNOB] ne ""} {
                if {$r - $l > $b - $t} {
                    drag $c [list [expr {$l + 5}] $y $x $y [expr {$r - 3}] $y $x $y]
                } else {
                    drag $c [list $x [expr {$b - 3}] $x $y $x [expr {$t + 3}] $x $y]
                }
            } elseif {[$c find withtag ${name}NUMBER] ne "" || [$c find withtag ${name}RLED] ne ""} {
                continue
            } else {
                click $c $x $y
                if {[$c find withtag ${name}X1] ne ""} { click $c $x $y }
            }
        } else {
            continue
        }
        hush [called $c $box $what $name]
        incr moved
    }
    return $moved
}

# Where the lights of level meters end; it changes when something is heard.
proc ::pages::meter {c} {
    set all {}
    foreach i [$c find all] {
        if {[regexp {RCOVER} [$c gettags $i]]} { lappend all [$c coords $i] }
    }
    return $all
}

# ---- one patch after the other ----

proc ::pages::tell {name wrong} {
    if {[llength $wrong] == 0} {
        puts $::pages::out "ok - $name"
    } else {
        puts $::pages::out "not ok - $name"
        foreach one $wrong { puts $::pages::out "  # $one" }
    }
    flush $::pages::out
}

proc ::pages::window {name} { # the canvas of the newest window whose title begins so
    foreach top [winfo children .] {
        if {[winfo exists $top.c] || [winfo exists [tkcanvas_name $top]]} {
            if {[string match "$name*" [wm title $top]] && [info exists ::loaded($top)] && $::loaded($top)} {
                return [tkcanvas_name $top]
            }
        }
    }
    return ""
}

proc ::pages::photograph {c name} {
    if {![info exists ::env(HZ_PICTURES)]} { return }
    pause 600
    update
    catch { exec import -silent -window [winfo id $c] [file join $::env(HZ_PICTURES) $name.png] }
}

# The windows that boxes [pd ...] open; only those of the patch itself, not what is inside of them.
proc ::pages::meet_parts {c page} {
    set faults {}
    foreach one [dict get [survey $c] boxes] {
        foreach {box what name} $one { foreach {l t r b} $box {} }
        if {$what ne "obj" || ![regexp {^pd (\S+)} $name -> part]} { continue }
        click $c [expr {$l + 6}] [expr {($t + $b) / 2}]
        set inner ""
        await {[set inner [::pages::window $part]] ne ""}
        if {$inner eq ""} { lappend faults "\[$name\] opens no window"; continue }
        settle
        foreach fault [faults $inner [expr {$part eq "reference"}]] { lappend faults "\[$name\] $fault" }
        if {$part ni {reference META}} {
            move_all $inner
            settle
            photograph $inner $page-$part
        }
        pdsend "[winfo toplevel $inner] menuclose 0"
        settle
    }
    return $faults
}

# Messages `open <page>`: the pages are there, and the first of them opens.
proc ::pages::meet_others {c file} {
    set wrong {}
    set met 0
    foreach one [dict get [survey $c] boxes] {
        foreach {box what name} $one { foreach {l t r b} $box {} }
        if {$what ne "msg" || ![regexp {^open ([a-z0-9]\S*)$} $name -> other] || [string is double $other]} { continue }
        if {![file exists [file join [file dirname $file] $other.pd]]} { lappend wrong "there is no page $other" }
        if {[incr met] > 1} { continue }
        click $c [expr {$l + 6}] [expr {($t + $b) / 2}]
        set page ""
        await {[set page [::pages::window [file tail $other].pd]] ne ""}
        if {$page eq ""} { lappend wrong "$other does not open" ; continue }
        pdsend "[winfo toplevel $page] menuclose 0"
        settle
    }
    return $wrong
}

proc ::pages::meet_patch {file} {
    set name [file rootname [file tail $file]]
    complaints
    pdsend "pd open [enquote_path [file tail $file]] [enquote_path [file dirname $file]]"
    set c ""
    await {[set c [::pages::window $name.pd]] ne "" && [winfo ismapped $c]}
    if {$c eq ""} { tell "$name opens its window" {"it does not come"}; return }
    pause 60
    settle
    tell "$name opens without an error" [complaints]
    photograph $c $name
    tell "$name: nothing lies over anything, and all is on the page" [faults $c 0]

    foreach one [dict get [survey $c] boxes] {
        foreach {box what id} $one { foreach {l t r b} $box {} }
        if {$what eq "control" && [$c find withtag ${id}BUT] ne "" && [$c find withtag ${id}BASE0] eq ""} { break }
        set what none
    }
    set wrong {"there is no bang"}
    if {$what eq "control"} {
        set before [meter $c]
        click $c [expr {($l + $r) / 2}] [expr {($t + $b) / 2}]
        set wrong [expr {[await {[::pages::meter $c] ne $before}] ? {} : {"its meter shows no sound"}}]
    }
    tell "$name sounds at the first click" $wrong
    if {[info exists ::env(HZ_LATE)] && $name in $::env(HZ_LATE)} { pause 3000 }
    photograph $c $name-clicked
    hush "the first click"
    set moved [move_all $c]
    settle
    photograph $c $name-moved
    tell "$name: its windows lie as they should" [concat [meet_parts $c $name] [meet_others $c $file]]
    set wrong [complaints]
    if {$moved == 0} { lappend wrong "there is nothing to move" }
    tell "$name lets $moved things be moved" $wrong
    pdsend "[winfo toplevel $c] menuclose 0"
    settle
}

proc ::pages::main {} {
    if {[catch {
        set ::pages::out [open $::env(HZ_TOLD) w]
        await {[::pages::window pages-probe] ne ""}
        settle
        foreach file $::env(HZ_PATCHES) { meet_patch $file }
    } problem options]} {
        tell "every page is met" [list $problem [string map {\n { | }} [dict get $options -errorinfo]]]
    }
    close $::pages::out
    pdsend "pd quit"
}
after 300 ::pages::main
