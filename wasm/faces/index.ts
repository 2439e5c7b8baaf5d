/**
 * The layers of a small face detector (YOLO-like: J. Redmon, A. Farhadi, "YOLO9000", 2016), in f32.
 * Which layers follow which, and the weights, come from `workers/image/faces/net.ts`.
 */
export { alloc, reset } from '../image/arena';
export { dense } from './dense';
export { firstLayer } from './first';
export { pool } from './pool';
export { separable } from './separable';
