% Plots a table that `record` has written: phase portrait, force over compression, energies.
%
%     octave plot_record.m blow.csv          writes blow.png beside it
%
% It needs nothing but Octave itself.
1;
arguments = argv();
if numel(arguments) != 1
  error("octave plot_record.m <table.csv>");
end
path = arguments{1};
file = fopen(path);
names = strsplit(strtrim(fgetl(file)), ",");
fclose(file);
values = dlmread(path, ",", 1, 0);
for k = 1:numel(names)
  t.(names{k}) = values(:, k);
end
inside = find(t.compression > 0 | t.endforce != 0);
if isempty(inside)
  inside = (1:rows(values))';
end
c = max(1, inside(1) - 3):min(rows(values), inside(end) + 3);

f = figure("visible", "off", "position", [0 0 1600 450]);
subplot(1, 3, 1);
plot(t.compression(c), t.velocity(c));
xlabel("compression (m)"); ylabel("velocity (m/s)"); title("phase portrait"); grid on;
subplot(1, 3, 2);
plot(t.compression(c), t.endforce(c));
xlabel("compression (m)"); ylabel("force (N)"); title("force over compression"); grid on;
subplot(1, 3, 3);
plot(t.time, [t.stored t.kinetic t.potential t.contact t.dissipated]);
xlabel("time (s)"); ylabel("energy (J)"); title("energies"); grid on;
legend("stored", "kinetic", "potential", "contact", "dissipated", "location", "eastoutside");
target = regexprep(path, '\.[^.]*$', '.png');
print(f, target, "-dpng", "-S1600,450");
disp(target);
