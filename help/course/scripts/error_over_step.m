% Draws the error over the step from tables of the same contact that `record` has written at several sample rates.
%
%     octave error_over_step.m exact a.csv b.csv c.csv       writes error.png, and prints the order
%
% `exact` is how long the contact must last, in seconds: on a wall, pi sqrt(m/K) for exponent 1, and else the third
% number that the message `wall` answers. A table needs a sample before the contact and two behind it; the contact lasts
% from where the flight before it meets the surface to where the flight behind it leaves it. The order is the slope of
% the line through the logarithms.
1;
arguments = argv();
if numel(arguments) < 3
  error("octave error_over_step.m <exact> <table.csv> <table.csv> ...");
end
exact = str2double(arguments{1});
for k = 2:numel(arguments)
  values = dlmread(arguments{k}, ",", 1, 0); % time, position, velocity, compression
  inside = find(values(:, 4) > 0);
  if isempty(inside) || inside(1) == 1 || inside(end) + 2 > rows(values)
    error("%s: it does not hold a contact with a flight before it and one behind it.", arguments{k});
  end
  flights = values([inside(1) - 1, inside(end) + 2], :);
  lasts = diff(flights(:, 1) - flights(:, 4) ./ flights(:, 3));
  step(k - 1) = values(2, 1) - values(1, 1);
  err(k - 1) = abs(lasts / exact - 1);
  printf("step %.6g s, n %.4g samples, lasts %.6g s, exact %.6g s, error %.6g\n", step(k - 1), exact / step(k - 1), ...
         lasts, exact, err(k - 1));
end
if min(err) < 1e-12 || max(err) < 1.5 * min(err)
  disp("The error does not depend on the step: there is no order.");
  exit(1);
end
line = polyfit(log10(step), log10(err), 1);
printf("order %.3f\n", line(1));
f = figure("visible", "off");
loglog(step, err, "o-");
xlabel("step (s)"); ylabel("error of the duration"); title(sprintf("order %.2f", line(1))); grid on;
print(f, "error.png", "-dpng");
disp("error.png");
