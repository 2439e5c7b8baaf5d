/**
 * Weight tables of the Lanczos-3 filter (C. Duchon, "Lanczos filtering in one and two dimensions",
 * 1979), in Q14. When shrinking, the filter widens with the ratio, so that every source sample
 * counts.
 */
import { alloc } from './arena';

/** Weights are i16 with 14 fractional bits: 1.0 is 16384 and the side lobes keep their sign. */
export const WEIGHT_BITS: i32 = 14;
const LOBES: f64 = 3;
/**
 * Means of inputs and the droop's inverse reach 1.5 inputs further; beyond this they weigh less
 * than a thousandth.
 */
const BOXED_REACH: f64 = 0.5;
/** Square of an angle for which the filter is one. */
const NEARLY_ZERO: f64 = 1e-12;

let tapCount: i32 = 0;
/**
 * Of the table at work: samples in an input, how much of their droop's inverse is mixed in, the
 * filter's reach in inputs.
 */
let samples: i32 = 1;
let lift: f64 = 0;
let reach: f64 = 0;
/** Means of the filter over the inputs of one row and over one more on each side: f64[]. */
let meansAt: usize = 0;
let weightTable: usize = 0;

/** Weights for each output sample of the last table. */
export function taps(): i32 {
  return tapCount;
}

/** The last table's weights: i16[outputs rounded up to 4][taps()]. */
export function weights(): usize {
  return weightTable;
}

/**
 * Builds the table for `outputs` samples out of `inputs`; returns the address of the first inputs:
 * i32[outputs up to 4]. `inputExtent` and `outputExtent` are the samples that the picture covers,
 * which is half a sample less than the count for the chroma of an odd width: luma and chroma then
 * stay on each other. `flip` mirrors. `boxed`: each input is itself the mean of this many samples of
 * the file in a row, as a decoder that shrinks makes them (1: it is one sample). Then an input
 * weighs what the filter means over it. Mean of samples and mean of weights each dampen a frequency
 * f (cycles an input) by sin(πf) / (n·sin(πf/n)), about 1 − (1 − 1/n²)·(πf)²/6; three taps −a, 1 +
 * 2a, −a with a = (1 − 1/n²) / 12 undo both to the same order. `multiple` is the step of the loop
 * that will use the table (taps are rounded up to it).
 */
export function table(
  inputs: i32,
  inputExtent: f64,
  outputs: i32,
  outputExtent: f64,
  flip: bool,
  boxed: i32,
  multiple: i32,
): usize {
  const ratio = inputExtent / outputExtent;
  const scale = Math.max(1, ratio);
  samples = boxed;
  lift = (1 - 1 / <f64>(boxed * boxed)) / 12;
  reach = LOBES * scale + (boxed > 1 ? BOXED_REACH : 0);
  const wanted = min(<i32>Math.ceil(2 * reach) + 1, inputs);
  const n = ((wanted + multiple - 1) / multiple) * multiple;
  const rows = (outputs + 3) & ~3;
  const starts = alloc(<usize>rows << 2);
  const values = alloc(<usize>rows * n * 2);
  meansAt = alloc((<usize>Math.ceil(2 * reach) + 4) << 3);
  for (let o = 0; o < rows; o++) {
    const along = (<f64>min(o, outputs - 1) + 0.5) * ratio;
    const centre = flip ? inputExtent - along : along;
    const first = max(0, min(<i32>Math.floor(centre - reach + 0.5), inputs - n));
    store<i32>(starts + (<usize>o << 2), first);
    row(values + <usize>(o * n * 2), n, centre, scale, first, inputs);
  }
  tapCount = n;
  weightTable = values;
  return starts;
}

/**
 * Means of the filter over `count` inputs one after another, the first `x` away from the centre,
 * times `samples`. With θ = πx/3 the filter sinc(x)·sinc(x/3) is s²·(3 − 4s²) / 3θ², s = sin θ, for
 * sin 3θ = s·(3 − 4s²); from one sample to the next θ grows by the same angle, so that one rotation
 * (the theorem of addition) gives the next sine.
 */
function means(x: f64, count: i32, scale: f64): void {
  const step = Math.PI / (LOBES * scale * samples);
  let angle = (x * samples - 0.5 * <f64>(samples - 1)) * step;
  let s = Math.sin(angle), c = Math.cos(angle);
  const stepS = Math.sin(step), stepC = Math.cos(step);
  for (let i = 0; i < count; i++) {
    let sum: f64 = 0;
    for (let j = 0; j < samples; j++) {
      const square = s * s, angles = angle * angle;
      if (angles < NEARLY_ZERO) sum += 1;
      else if (angles < Math.PI * Math.PI) sum += (square * (3 - 4 * square)) / (3 * angles);
      const next = s * stepC + c * stepS;
      c = c * stepC - s * stepS;
      s = next;
      angle += step;
    }
    store<f64>(meansAt + (<usize>i << 3), sum);
  }
}

/** Weight of input `i` of the row, before normalisation. */
// @ts-ignore: decorator of AssemblyScript
@inline
function weight(i: i32): f64 {
  const p = meansAt + (<usize>i << 3);
  const here = load<f64>(p, 8);
  return here + lift * (2 * here - load<f64>(p) - load<f64>(p, 16));
}

/**
 * One output's weights. Taps beyond the edges fall on the edge sample; rounding is settled on the
 * largest weight.
 */
function row(at: usize, n: i32, centre: f64, scale: f64, first: i32, inputs: i32): void {
  const from = <i32>Math.floor(centre - reach + 0.5);
  const count = <i32>Math.ceil(centre + reach) - from;
  means(<f64>from - 0.5 - centre, count + 2, scale);
  let sum: f64 = 0;
  for (let i = 0; i < count; i++) sum += weight(i);
  const one = <f64>(1 << WEIGHT_BITS) / sum;
  memory.fill(at, 0, <usize>n << 1);
  let left: i32 = 1 << WEIGHT_BITS;
  let largest = at;
  for (let i = 0; i < count; i++) {
    const w = <i32>nearest(weight(i) * one);
    if (w == 0) continue;
    const k = max(0, min(min(max(from + i, 0), inputs - 1) - first, n - 1));
    const p = at + (<usize>k << 1);
    store<i16>(p, <i16>(<i32>load<i16>(p) + w));
    if (load<i16>(p) > load<i16>(largest)) largest = p;
    left -= w;
  }
  store<i16>(largest, <i16>(<i32>load<i16>(largest) + left));
}
