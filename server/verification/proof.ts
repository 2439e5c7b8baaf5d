import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Conn } from '../db/dialect'
import { newId } from '../tokens'

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM: iv, tag, ciphertext; base64. */
const seal = (bytes: Buffer, key: Buffer): string => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}
const unseal = (text: string, key: Buffer): Buffer => {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

/** Too few pixels to recognise a person. */
export const blurPhoto = async (jpeg: Buffer): Promise<string> =>
  (await sharp(jpeg).resize(12, 12, { fit: 'inside' }).blur(1).jpeg().toBuffer()).toString('base64')

/** Stores the photo of a request in its case, encrypted by a key of its own. */
export const storeProof = async (
  trx: Conn,
  caseId: string,
  requestId: string,
  payload: Readonly<Record<string, unknown>>,
  photo: { readonly jpeg: Buffer; readonly blurred: string },
  now: number,
): Promise<void> => {
  const id = newId()
  const key = randomBytes(32)
  await trx
    .insertInto('evidence')
    .values({
      id,
      case_id: caseId,
      kind: 'verification',
      subject_id: requestId,
      payload: JSON.stringify(payload),
      captured_at: now,
    })
    .execute()
  await trx
    .insertInto('evidence_photos')
    .values({
      evidence_id: id,
      position: 0,
      jpeg: seal(photo.jpeg, key),
      blurred: photo.blurred,
    })
    .execute()
  await trx
    .insertInto('proof_keys')
    .values({ evidence_id: id, key: key.toString('base64') })
    .execute()
}

/** The photo, base64; null when its key was destroyed, or left out of a restored backup. */
export const openProof = async (
  trx: Conn,
  evidenceId: string,
  sealed: string,
): Promise<string | null> => {
  const row = await trx
    .selectFrom('proof_keys')
    .where('evidence_id', '=', evidenceId)
    .select('key')
    .executeTakeFirst()
  return row ? unseal(sealed, Buffer.from(row.key, 'base64')).toString('base64') : null
}

/** Destroys what was stored for the comparison, the copies of the profile's photos included. */
export const destroyProof = async (trx: Conn, caseId: string): Promise<void> => {
  const evidence = trx.selectFrom('evidence').where('case_id', '=', caseId).select('id')
  await trx.deleteFrom('proof_keys').where('evidence_id', 'in', evidence).execute()
  await trx.deleteFrom('evidence_photos').where('evidence_id', 'in', evidence).execute()
  await trx.updateTable('evidence').set({ payload: null }).where('case_id', '=', caseId).execute()
}
