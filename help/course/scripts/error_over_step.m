% Draws the error over the step from tables of the same contact that `record` has written at several sample rates.
%
%     octave error_over_step.m exact a.csv b.csv c.csv       writes error.png, and prints the order
%
% `exact` is the speed with which the mass must leave (m/s), such as the message `wall` answers. The error of a table is
% that of the speed in its last line. The order is the slope of the line through the logarithms.
1;
arguments = argv();
if numel(arguments) < 3
  error("octave error_over_step.m <exact> <table.csv> <table.csv> ...");
end
exact = abs(str2double(arguments{1}));
for k = 2:numel(arguments)
  values = dlmread(arguments{k}, ",", 1, 0);
  step(k - 1) = values(2, 1) - values(1, 1);
  err(k - 1) = abs(abs(values(end, 3)) / exact - 1);
  printf("step %.6g s, error %.6g\n", step(k - 1), err(k - 1));
end
good = err > 0;
if sum(good) < 2
  error("The errors are zero: there is no line to draw.");
end
line = polyfit(log10(step(good)), log10(err(good)), 1);
printf("order %.3f\n", line(1));
f = figure("visible", "off");
loglog(step(good), err(good), "o-");
xlabel("step (s)"); ylabel("error of the speed"); title(sprintf("order %.2f", line(1))); grid on;
print(f, "error.png", "-dpng");
disp("error.png");
