import type { driveMedia } from '#contract/albums/albums'
import type * as z from 'zod/mini'
import { joinFr } from '../../../lib/text'

type Use = z.infer<typeof driveMedia>['uses'][number]
const USE = {
  album: 'Album',
  profile: 'Profil',
  avatar: 'Avatar',
  message: 'Message',
  event: 'Sortie',
} as const satisfies Record<Use, string>
const FROM: Readonly<Record<Use, string>> = {
  album: 'de vos albums',
  profile: 'de votre profil',
  avatar: 'de vos avatars',
  message: 'de vos messages',
  event: 'de vos sorties',
}
export const usesText = (uses: readonly Use[]): string =>
  uses.length === 0 ? 'Inutilisée' : uses.map((u) => USE[u]).join(' · ')
export const eraseQuestion = (uses: readonly Use[]) => ({
  title: 'Supprimer cette photo partout\u00a0?',
  message:
    uses.length === 0
      ? 'Elle ne sert nulle part. Sa suppression est définitive.'
      : `Elle disparaîtra ${joinFr(uses.map((u) => FROM[u]))}. Sa suppression est définitive.`,
  confirmLabel: 'Supprimer partout',
  danger: true,
})
