/**
 * Weight tables of the Lanczos-3 filter (C. Duchon, "Lanczos filtering in one and two dimensions", 1979), in Q14.
 * When shrinking, the filter widens with the ratio, so that every source sample counts.
 */
import { alloc } from './arena';

/** Weights are i16 with 14 fractional bits: 1.0 is 16384 and the side lobes keep their sign. */
export const WEIGHT_BITS: i32 = 14;
const LOBES: f64 = 3;
/** Means of inputs and the droop's inverse reach 1.5 inputs further; beyond this they weigh less than a thousandth. */
const BOXED_REACH: f64 = 0.5;

function sinc(x: f64): f64 {
  if (x == 0) return 1;
  const p = x * Math.PI;
  return Math.sin(p) / p;
}

function lanczos(x: f64): f64 {
  return Math.abs(x) < LOBES ? sinc(x) * sinc(x / LOBES) : 0;
}

let tapCount: i32 = 0;
/** Of the table at work: samples in an input, how much of their droop's inverse is mixed in, the filter's reach in inputs. */
let samples: i32 = 1;
let lift: f64 = 0;
let reach: f64 = 0;
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
 * Builds the table for `outputs` samples out of `inputs`; answers where the first inputs stand: i32[outputs up to 4].
 * `inputExtent` and `outputExtent` say how many samples the picture covers, which is half a sample less than the
 * count for the chroma of an odd width: luma and chroma then stay on each other. `flip` mirrors.
 * `boxed`: each input is itself the mean of so many samples of the file in a row, as a decoder that shrinks makes them
 * (1: it is one sample). Then an input weighs what the filter means over it. Mean of samples and mean of weights each
 * dampen a frequency f (cycles an input) by sin(πf) / (n·sin(πf/n)), about 1 − (1 − 1/n²)·(πf)²/6; three taps
 * −a, 1 + 2a, −a with a = (1 − 1/n²) / 12 undo both to the same order.
 * `multiple` is the step of the loop that will use the table (taps are rounded up to it).
 */
export function table(inputs: i32, inputExtent: f64, outputs: i32, outputExtent: f64, flip: bool, boxed: i32, multiple: i32): usize {
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

/** Mean of the filter over one input, `x` away from the centre. */
function mean(x: f64, scale: f64): f64 {
  if (samples == 1) return lanczos(x / scale);
  let sum: f64 = 0;
  for (let i = 0; i < samples; i++) sum += lanczos((x + (<f64>i + 0.5) / samples - 0.5) / scale);
  return sum / samples;
}

/** What the sample `x` away from the centre weighs, before the sum is brought to one. */
function weight(x: f64, scale: f64): f64 {
  const here = mean(x, scale);
  return lift == 0 ? here : here + lift * (2 * here - mean(x - 1, scale) - mean(x + 1, scale));
}

/** One output's weights. Taps beyond the edges fall on the edge sample; rounding is settled on the largest weight. */
function row(at: usize, n: i32, centre: f64, scale: f64, first: i32, inputs: i32): void {
  const from = <i32>Math.floor(centre - reach + 0.5);
  const to = <i32>Math.ceil(centre + reach);
  let sum: f64 = 0;
  for (let i = from; i < to; i++) sum += weight(<f64>i + 0.5 - centre, scale);
  memory.fill(at, 0, <usize>n << 1);
  let left: i32 = 1 << WEIGHT_BITS;
  let largest = at;
  for (let i = from; i < to; i++) {
    const w = <i32>Math.round((weight(<f64>i + 0.5 - centre, scale) / sum) * <f64>(1 << WEIGHT_BITS));
    if (w == 0) continue;
    const k = max(0, min(min(max(i, 0), inputs - 1) - first, n - 1));
    const p = at + (<usize>k << 1);
    store<i16>(p, <i16>(<i32>load<i16>(p) + w));
    if (load<i16>(p) > load<i16>(largest)) largest = p;
    left -= w;
  }
  store<i16>(largest, <i16>(<i32>load<i16>(largest) + left));
}
