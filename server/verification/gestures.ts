import { randomInt } from 'node:crypto'

/** One of each is drawn, so that a photo cannot be prepared: 84 pairs. */
const HAND = [
  'un pouce levé contre la joue',
  'deux doigts en V sous le menton',
  'la main ouverte sur le front',
  'la main à plat sur le cœur',
  'l’index posé sur le nez',
  'un poing contre la tempe',
  'trois doigts levés à côté du visage',
  'une main en visière au-dessus des yeux',
  'un doigt sur l’oreille gauche',
  'un doigt sur l’oreille droite',
  'le petit doigt levé devant l’épaule',
  'une main derrière la nuque',
  'les deux mains jointes sous le menton',
  'le pouce et l’index en rond à côté de l’œil',
] as const
const FACE = [
  'un clin d’œil',
  'les joues gonflées',
  'un grand sourire',
  'la tête penchée vers la gauche',
  'la tête penchée vers la droite',
  'la bouche grande ouverte',
] as const

export const drawGestures = (): readonly string[] => [
  HAND[randomInt(HAND.length)] ?? HAND[0],
  FACE[randomInt(FACE.length)] ?? FACE[0],
]
