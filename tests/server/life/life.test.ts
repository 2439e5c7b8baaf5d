import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { exportData } from '#contract/safety'
import { CONSENTS } from '#contract/session/consents'
import { collectArchive } from '../../../server/life/collect'
import { TABLES } from '../../../server/life/tables'
import { setUp, t, PASSWORD, tables, lived } from './life-setup'

setUp()

test('TABLES lists exactly the tables of the database', async () => {
  expect(Object.keys(TABLES).sort()).toEqual(await tables())
})

describe('the archive', () => {
  test('contains all data and photos of the member, nothing of others, and requires the password', async () => {
    const { m, other } = await lived('archive_moi', 'CNRYA')
    expect((await m.call(exportData, { body: { password: 'faux' } })).status).toBe(403)
    const data = await collectArchive(t.ctx, m)
    const text = JSON.stringify(data)
    for (const part of ['bonsoir', 'album', 'note', 'sortie', 'rue', 'avis', 'prenom'])
      expect(text).toContain(`CNRYA${part === 'prenom' ? '' : ' '}${part}`)
    // the name that the file had on the device is not kept
    expect(text).not.toContain('CNRYA-1.jpg')
    for (const foreign of ['à moi', 'sur toi', other.accountId, other.email])
      expect(text).not.toContain(foreign)
    // contains every part that TABLES promises
    const promised = new Set(Object.values(TABLES).flatMap((x) => (x.out ? [x.out] : [])))
    expect([...promised].filter((name) => !(name in data))).toEqual([])
    // the words of each consent, with the proof that they were those
    const hash = createHash('sha256').update(CONSENTS.sensitive.text).digest('hex')
    expect(data['consentements']).toContainEqual(
      expect.objectContaining({
        purpose: 'sensitive',
        text: CONSENTS.sensitive.text,
        text_version: CONSENTS.sensitive.version,
        text_hash: hash,
      }),
    )
    const zip = await t.app.fastify.inject({
      method: 'POST',
      url: '/api/account/export',
      headers: { authorization: `Bearer ${m.token}` },
      payload: { password: PASSWORD },
    })
    expect([
      zip.statusCode,
      zip.headers['content-type'],
      zip.rawPayload.subarray(0, 2).toString(),
    ]).toEqual([200, 'application/zip', 'PK'])
    const names = zip.rawPayload.toString('latin1')
    for (const name of ['index.html', 'donnees.json', 'photos/']) expect(names).toContain(name)
    expect(zip.rawPayload.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(true)
  })
})
