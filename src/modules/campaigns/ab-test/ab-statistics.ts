export interface Trials {
  readonly trials: number;
  readonly successes: number;
}

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** z score of a two-sided 95 % interval of the normal distribution. */
const Z_95 = 1.959963984540054;
/** Standard deviations beyond which the weight is below the rounding of a double. */
const DEVIATIONS = 9;
/** Even, as Simpson's rule requires: eleven to a standard deviation. */
const STEPS = 200;

export function rateOf({ trials, successes }: Trials): number {
  return trials === 0 ? 0 : successes / trials;
}

/** Returns the 95 % confidence interval (Wilson's score interval, which holds for few trials and for rates near 0). */
export function wilsonInterval({ trials, successes }: Trials): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const rate = successes / trials;
  const z2 = Z_95 ** 2;
  const middle = (rate + z2 / (2 * trials)) / (1 + z2 / trials);
  const half = (Z_95 / (1 + z2 / trials)) * Math.sqrt((rate * (1 - rate)) / trials + z2 / (4 * trials ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Returns the relative lift over the control; null when the rate of the control is 0. */
export function liftOver(control: Trials, variant: Trials): number | null {
  const base = rateOf(control);
  return base === 0 ? null : rateOf(variant) / base - 1;
}

/** For each variant the probability that its true rate is the highest, with a uniform Beta(1, 1) prior; sum 1. */
export function probabilitiesToBeBest(variants: readonly Trials[]): number[] {
  const posteriors = variants.map(({ trials, successes }) => beta(successes + 1, trials - successes + 1));
  const raw = posteriors.map((own, index) =>
    integrate(own.from, own.to, (rate) =>
      posteriors.reduce(
        (product, other, place) => (place === index ? product : product * other.below(rate)),
        own.density(rate),
      ),
    ),
  );
  const total = raw.reduce((sum, probability) => sum + probability, 0);
  // Normalizes the error of the integration, so that equal variants get equal results and the sum is 1.
  return raw.map((probability) => probability / total);
}

interface Distribution {
  /** Bounds outside of which the density is negligible. */
  readonly from: number;
  readonly to: number;
  density(rate: number): number;
  below(rate: number): number;
}

function beta(a: number, b: number): Distribution {
  const mean = a / (a + b);
  const deviation = Math.sqrt((a * b) / ((a + b) ** 2 * (a + b + 1)));
  const scale = logGamma(a + b) - logGamma(a) - logGamma(b);
  const density = (rate: number): number => {
    // At the ends the logarithm would be infinite although the power is 0 or 1.
    if (rate <= 0) return a === 1 ? Math.exp(scale) : 0;
    if (rate >= 1) return b === 1 ? Math.exp(scale) : 0;
    return Math.exp(scale + (a - 1) * Math.log(rate) + (b - 1) * Math.log1p(-rate));
  };
  return {
    from: Math.max(0, mean - DEVIATIONS * deviation),
    to: Math.min(1, mean + DEVIATIONS * deviation),
    density,
    below: (rate) => regularizedBeta(rate, a, b, scale),
  };
}

/** Returns the regularized incomplete beta function, by its continued fraction where that converges fast. */
function regularizedBeta(x: number, a: number, b: number, scale: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(scale + a * Math.log(x) + b * Math.log1p(-x));
  if (x > (a + 1) / (a + b + 2)) return 1 - (front * continuedFraction(1 - x, b, a)) / b;
  return (front * continuedFraction(x, a, b)) / a;
}

const TINY = 1e-300;
const PRECISE = 1e-12;
const MAX_TERMS = 10_000;

/** Lentz's method, two terms per step. */
function continuedFraction(x: number, a: number, b: number): number {
  const apart = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / apart(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= MAX_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / apart(1 + even * d);
    c = apart(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / apart(1 + odd * d);
    c = apart(1 + odd / c);
    const step = d * c;
    result *= step;
    if (Math.abs(step - 1) < PRECISE) break;
  }
  return result;
}

/** Below this value Stirling's series is not exact enough; the recurrence of the function leads up to it. */
const STIRLING_FROM = 10;

function logGamma(x: number): number {
  let shift = 0;
  let z = x;
  for (; z < STIRLING_FROM; z += 1) shift += Math.log(z);
  const series = 1 / (12 * z) - 1 / (360 * z ** 3) + 1 / (1_260 * z ** 5) - 1 / (1_680 * z ** 7);
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series - shift;
}

/** Simpson's rule. */
function integrate(from: number, to: number, value: (x: number) => number): number {
  const width = (to - from) / STEPS;
  let sum = value(from) + value(to);
  for (let step = 1; step < STEPS; step += 1) sum += value(from + step * width) * (step % 2 === 1 ? 4 : 2);
  return (sum * width) / 3;
}
