/**
 * The layers of a small face detector (YOLO-like: J. Redmon, A. Farhadi, "YOLO9000", 2016). What a
 * layer hands on is f32; the large sums inside of it are of i16 · i16 (B. Jacob et al.,
 * "Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference",
 * 2018): one instruction multiplies eight pairs. Which layers follow which, and the weights, come
 * from `workers/image/faces`.
 */
export { alloc, mark, release, reset } from '../image/arena';
export { dense } from './dense';
export { firstLayer } from './first';
export { pool } from './pool';
export { separable } from './separable';
export { shrink } from './shrink';
