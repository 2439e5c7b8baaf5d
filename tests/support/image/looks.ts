import type { DetectedFaces } from '../../../src/data/media/looks'

export const FACE = { x: 300, y: 200, radius: 80 }

/** The result of looking for faces in a photo: these, covered. */
export const look = (faces: DetectedFaces['faces']): DetectedFaces => ({
  faces,
  spots: faces.map((face) => ({ ...face, intensity: 3, found: true })),
  ratio: 1.5,
  photo: new Blob(['flouté']),
})

export const photo = (name: string): File => new File([name], name, { type: 'image/jpeg' })

/** Stands for `src/data/media/images` in `vi.mock`: previews of 900 × 600 px, without a detector. */
export const imagesWithoutDetector = () => ({
  previewPhoto: () =>
    Promise.resolve({
      width: 900,
      height: 600,
      blob: new Blob(['aperçu']),
      blur: () => Promise.resolve(new Blob(['flouté'])),
      faces: () => Promise.reject(new Error('no detector')),
      close: () => undefined,
    }),
})
