/**
 * The detector of this worker: fetched from our own server when it is first asked for, and kept.
 */
import modelUrl from '@vladmandic/face-api/model/tiny_face_detector_model.bin?url'
import type { FaceSpot } from '#contract/workers/image'
import type { FaceKernels } from './kernels'
import { createFaceNet } from './net'
import { findFaces } from './faces'
import type { Size } from '../pipeline/geometry'
import { compileWasm, hasSimd, instantiateWasm } from '../pipeline/kernels'
import type { KeptPlanes } from '../decode/planes'

let loaded: Promise<ReturnType<typeof createFaceNet>> | null = null

async function load(): Promise<ReturnType<typeof createFaceNet>> {
  if (!hasSimd()) throw new Error('the detector needs SIMD')
  const [kernels, response] = await Promise.all([
    compileWasm(new URL('../../../wasm/build/faces.wasm', import.meta.url)).then((code) =>
      instantiateWasm<FaceKernels>(code),
    ),
    fetch(modelUrl),
  ])
  if (!response.ok) throw new Error(`model: ${response.status}`)
  return createFaceNet(kernels, new Uint8Array(await response.arrayBuffer()))
}

/** Rejects when the detector cannot be loaded; the next call tries again. */
export async function detectFacesInPlanes(kept: KeptPlanes, seen: Size): Promise<FaceSpot[]> {
  loaded ??= load()
  loaded.catch(() => {
    loaded = null
  })
  const { detect } = await loaded
  return findFaces(kept, seen, detect)
}
