import type { Ctx } from '../server/context'
import type { NewRow } from '../server/db/tables'
import { people as twoFaces, portrait } from './drawings/face'
import { render } from './drawings/picture'
import { scaled, type Drawing } from './drawings/svg'
import { MEMBERS } from './members'
import {
  albumPictures,
  GROUP_PICTURES,
  MOTIFS,
  PHOTO_SHOWS,
  PHOTOS,
  PROFILE_PHOTOS,
  type Looks,
} from './photos'
import { idOf } from './random'

/**
 * Ids of photos must not depend on the time of the seed: a second run overwrites the files of the
 * first.
 */
const EPOCH = Date.UTC(2025, 0, 1)
const AVATAR_PX = 512
/** Photos drawn in parallel: one per core of a small machine. */
const AT_ONCE = 2

interface PlannedPicture {
  readonly name: string
  readonly category: 'photo' | 'avatar'
  /** Further names that the same drawing is stored under. */
  readonly also: readonly string[]
  draw(): Drawing
}
/** A stored photo, without its owner and date. */
type StoredPicture = Omit<NewRow<'media'>, 'account_id' | 'identity_id' | 'created_at'>

export const pictureId = (name: string): string => idOf(`media ${name}`, EPOCH)

const looksOf: Looks = (handle) =>
  MEMBERS.find((m) => m.handle === handle)?.people.flatMap((p) => (p.look ? [p.look] : [])) ?? []

const profilesWith = (photo: string): string[] =>
  Object.entries(PROFILE_PHOTOS).flatMap(([handle, names]) =>
    names.includes(photo) ? [`profile ${handle} ${photo}`] : [],
  )

/**
 * Every photo of the demonstration: faces, motifs, groups, photos. Named `identity handle i`,
 * `account handle`, `group title`, `photo name`, `profile handle photo`, `album handle photo`.
 */
export const plannedPictures = (): PlannedPicture[] => {
  const wanted: PlannedPicture[] = []
  const avatar = (name: string, draw: () => Drawing): void =>
    void wanted.push({ name, category: 'avatar', also: [], draw })
  for (const member of MEMBERS) {
    const motif = MOTIFS[member.handle]
    const faces = looksOf(member.handle)
    member.people.forEach(({ look }, i) => {
      if (look && member.avatar !== 'none')
        avatar(`identity ${member.handle} ${i}`, () =>
          portrait(`${member.handle} ${i}`, look, AVATAR_PX),
        )
    })
    if (member.avatar === 'motif' && motif)
      avatar(`account ${member.handle}`, () => scaled(motif(), AVATAR_PX))
    if (member.avatar === 'people' && faces.length > 1)
      avatar(`account ${member.handle}`, () =>
        twoFaces(member.handle, faces, false, AVATAR_PX, AVATAR_PX),
      )
  }
  for (const [title, draw] of Object.entries(GROUP_PICTURES))
    avatar(`group ${title}`, () => scaled(draw(), AVATAR_PX))
  for (const [name, draw] of Object.entries(PHOTOS))
    wanted.push({
      name: `photo ${name}`,
      category: 'photo',
      also: [...profilesWith(name), ...albumPictures(name)],
      draw: () => draw(looksOf),
    })
  return wanted
}

/** The member whose faces a photo shows; null for a landscape. */
export const shownIn = (photo: string): string | null => PHOTO_SHOWS[photo] ?? null

const store = async (
  ctx: Pick<Ctx, 'storage'>,
  wanted: PlannedPicture,
): Promise<[string, StoredPicture][]> => {
  const picture = await render(wanted.draw())
  return Promise.all(
    [wanted.name, ...wanted.also].map(async (name): Promise<[string, StoredPicture]> => {
      const id = pictureId(name)
      const folder = `${id.slice(-2)}/${id.slice(-4, -2)}`
      const stored: StoredPicture = {
        id,
        category: wanted.category,
        filename: `${id}.jpg`,
        mime_type: 'image/jpeg',
        file_size: picture.full.length,
        width: picture.width,
        height: picture.height,
        blurhash: picture.blurhash,
        storage_key: `${folder}/${id}-full`,
        thumbnail_key: `${folder}/${id}-thumb`,
        thumbnail_size: picture.thumbnail.length,
        status: 'completed',
      }
      await Promise.all([
        ctx.storage.put(stored.storage_key, picture.full, 'image/jpeg'),
        ctx.storage.put(stored.thumbnail_key, picture.thumbnail, 'image/jpeg'),
      ])
      return [name, stored]
    }),
  )
}

/**
 * Draws and stores all photos, two at a time. Rejects when the storage does; repeating it is
 * harmless.
 */
export const storePictures = async (
  ctx: Pick<Ctx, 'storage'>,
  wanted: readonly PlannedPicture[],
): Promise<Map<string, StoredPicture>> => {
  const queue = [...wanted]
  const done = new Map<string, StoredPicture>()
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift())
      for (const [name, stored] of await store(ctx, next)) done.set(name, stored)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return done
}
