/** The kernels of the image worker; `workers/image/pipeline/kernels.ts` is their typed side. */
export { alloc, mark, release, reset } from './arena';
export { blurSpot } from './blur';
export { planesToSrgb } from './colour';
export { encodeJpeg, encodedLength } from './encode';
export { padPlane } from './pad';
export { resizePlane } from './resize';
export { rgbaToPlanes } from './rgba';
export { transposePlane } from './transpose';
export { overWhite } from './white';
