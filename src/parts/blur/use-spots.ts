import { useState } from 'react'
import { BLUR_SPOTS_MAX } from '#contract/limits'
import { blurSpotOfFace, spotRadius, type BlurSpot, type FaceSpot } from '#contract/workers/image'
import { isFaceCovered } from './visible-faces'

/** Pixels of the photo. */
export interface PhotoSize {
  readonly width: number
  readonly height: number
}

/** The blur spots of one photo while they are edited. `limited`: BLUR_SPOTS_MAX manual ones at most. */
export const useSpots = (
  initial: readonly BlurSpot[],
  firstIntensity: BlurSpot['intensity'],
  limited: boolean,
) => {
  const [spots, setSpots] = useState<readonly BlurSpot[]>(initial)
  const [intensity, setIntensity] = useState(firstIntensity)
  const [full, setFull] = useState(false)
  const [chosen, choose] = useState<number | null>(null)
  const manual = spots.filter((s) => !s.found).length

  const change = (next: readonly BlurSpot[]): void => {
    setSpots(next)
    setFull(false)
  }
  const add = ({ width, height }: PhotoSize, x: number, y: number): void => {
    // proposed spots do not count towards the limit of manual ones
    if (limited && manual >= BLUR_SPOTS_MAX) return setFull(true)
    choose(null)
    const radius = spotRadius(width, height)
    change([...spots, { x: Math.round(x), y: Math.round(y), radius, intensity }])
  }
  /** Adds a spot for each face that none covers yet; returns how many. */
  const propose = (found: readonly FaceSpot[]): number => {
    const fresh = found.filter((face) => !isFaceCovered(face, spots))
    if (fresh.length > 0)
      change([...spots, ...fresh.map((face) => blurSpotOfFace(face, intensity))])
    return fresh.length
  }
  const replace = (i: number, spot: BlurSpot): void =>
    change(spots.map((s, at) => (at === i ? spot : s)))
  /** Of new spots, and of the selected one, or of all when none is. */
  const setStrength = (strength: BlurSpot['intensity']): void => {
    setIntensity(strength)
    change(
      spots.map((s, at) => (chosen === null || at === chosen ? { ...s, intensity: strength } : s)),
    )
  }
  const remove = (i: number): void => {
    choose(null)
    change(spots.filter((_, at) => at !== i))
  }
  /** Keeps these spots alone. */
  const clear = (next: readonly BlurSpot[]): void => {
    choose(null)
    change(next)
  }
  const selected = chosen === null ? undefined : spots[chosen]
  return {
    spots,
    manual,
    full,
    chosen,
    selected,
    strength: selected?.intensity ?? intensity,
    choose,
    add,
    propose,
    replace,
    setStrength,
    remove,
    clear,
  }
}
export type SpotEditor = ReturnType<typeof useSpots>
