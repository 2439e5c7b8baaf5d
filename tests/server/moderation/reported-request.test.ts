import { expect, test } from 'vitest'
import { answerAlbumRequest, askAlbum, listAlbumRequests } from '#contract/albums/requests'
import * as a from '#contract/albums/albums'
import { startConversation } from '#contract/messaging/messages'
import { myDecisions, myReports } from '#contract/moderation'
import { report } from '#contract/safety'
import { undoDecision } from '#contract/staff/cases'
import type { Member } from '../../support/server/server'
import { caseOf, codeOf, decide, detail, moderator, setUp, t } from './cases-setup'

setUp()

const WORDS = 'Montre-moi ça tout de suite'
/** A request with these words, and the calls of its owner. */
const asked = async (words = WORDS) => {
  const [owner, asker] = [await t.member(), await t.member()]
  const { body } = await owner.call(a.createAlbum, { body: { name: 'Velours', isPublic: false } })
  await asker.call(startConversation, { body: { handle: owner.handle } })
  const album = (
    await asker.call(a.listAlbums, {
      query: { accountId: owner.accountId, includePrivate: 'true' },
    })
  ).body.albums?.[0]
  await asker.call(askAlbum, {
    body: { account_id: owner.accountId, album_id: album?.id ?? '', words },
  })
  const waiting = async () => (await owner.call(listAlbumRequests, {})).body.requests
  return { owner, asker, id: (await waiting())[0]?.id ?? '', waiting, albumId: body.album.id }
}
const tell = (who: Member, id: string) =>
  who.call(report, { body: { kind: 'request', id, reason: 'harassment' } })

test('the owner reports the words of a request; they are frozen, without the album', async () => {
  const { owner, asker, id } = await asked()
  expect((await tell(owner, id)).status).toBe(201)
  // answered: the request and its words are gone
  await owner.call(answerAlbumRequest, { params: { id }, body: { answer: 'hour' } })
  const shown = await detail(moderator, await caseOf(id))
  expect(shown.account?.handle).toBe(asker.handle)
  expect(shown.measures).toContain('remove')
  expect(shown.evidence).toHaveLength(1)
  expect(shown.evidence[0]).toMatchObject({ kind: 'request', payload: { text: WORDS } })
  expect(JSON.stringify(shown)).not.toContain('Velours')
  expect((await owner.call(myReports, {})).body.reports[0]).toMatchObject({ kind: 'request' })
  await decide(moderator, await caseOf(id), 'warn')
  expect((await asker.call(myDecisions, {})).body.decisions[0]).toMatchObject({
    subjectKind: 'request',
    about: { text: WORDS },
  })
})

test('removed words are empty for the owner, who can still answer; taken back, they are there again', async () => {
  const { owner, asker, id, waiting } = await asked()
  await tell(owner, id)
  await decide(moderator, await caseOf(id), 'remove')
  expect(await waiting()).toMatchObject([{ id, words: '' }])
  const decision = (await asker.call(myDecisions, {})).body.decisions[0]?.id ?? ''
  await moderator.call(undoDecision, { params: { id: decision }, body: { reason: 'Erreur' } })
  expect(await waiting()).toMatchObject([{ id, words: WORDS }])
})

test('nobody else can: not a stranger, not the asker, not without words, not once it is answered', async () => {
  const { owner, asker, id } = await asked()
  for (const who of [await t.member(), asker]) expect(codeOf(await tell(who, id))).toBe('not_found')
  await owner.call(answerAlbumRequest, { params: { id }, body: { answer: 'no' } })
  expect(codeOf(await tell(owner, id))).toBe('not_found')
  const silent = await asked('')
  expect(codeOf(await tell(silent.owner, silent.id))).toBe('not_found')
})
