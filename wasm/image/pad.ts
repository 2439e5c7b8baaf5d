/**
 * Repeats the edge of a plane to the right and below, up to whole JPEG blocks. Runs last, on
 * blurred planes: the margin is inside the file though no viewer shows it, so it must not keep
 * pixels that a spot destroyed.
 */
export function padPlane(plane: usize, stride: i32, w: i32, h: i32, paddedHeight: i32): void {
  if (stride > w) {
    for (let y = 0; y < h; y++) {
      const end = plane + <usize>y * stride + w;
      memory.fill(end, load<u8>(end - 1), stride - w);
    }
  }
  const last = plane + <usize>(h - 1) * stride;
  for (let y = h; y < paddedHeight; y++) memory.copy(plane + <usize>y * stride, last, stride);
}
