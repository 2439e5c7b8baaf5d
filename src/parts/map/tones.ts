const NAMES = [
  'sea',
  'river',
  'land',
  'abroad',
  'coast',
  'line',
  'dot',
  'name',
  'green',
  'building',
  'street',
] as const
/** Colours of the theme (map-ground.module.css). */
export type Tones = Readonly<Record<(typeof NAMES)[number], string>>

export const readTones = (container: HTMLElement): Tones => {
  const style = getComputedStyle(container)
  return Object.fromEntries(
    NAMES.map((name) => [name, style.getPropertyValue(`--map-${name}`)]),
  ) as Tones
}
