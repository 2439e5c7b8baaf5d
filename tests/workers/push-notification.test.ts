import { describe, expect, test } from 'vitest'
import { beamsPayload, inAppUrl, readPush } from '../../workers/push/notification'

const ORIGIN = 'https://app.test'
describe('what a push becomes', () => {
  test('words, place and tag of the sender; a plain one without its own tag is known by its place', () => {
    expect(
      readPush(
        {
          notification: {
            title: 'nora',
            body: 'Bonsoir',
            deep_link: '/news',
            hide_notification_if_site_has_focus: true,
          },
          data: { url: '/conversations/1', tag: 't' },
        },
        ORIGIN,
      ),
    ).toEqual({
      title: 'nora',
      body: 'Bonsoir',
      url: `${ORIGIN}/conversations/1`,
      tag: 't',
      quiet: true,
    })
    expect(readPush({ notification: { deep_link: `${ORIGIN}/news` } }, ORIGIN)).toEqual({
      title: 'Nouvelle activité',
      body: '',
      url: `${ORIGIN}/news`,
      tag: `${ORIGIN}/news`,
      quiet: false,
    })
  })
  test('whatever is odd becomes discreet and leads to the start', () => {
    for (const odd of [
      null,
      undefined,
      5,
      'x',
      [],
      { notification: null, data: 'x' },
      { notification: { title: 7, body: {} }, data: { url: 9, tag: 1 } },
    ])
      expect(readPush(odd, ORIGIN)).toEqual({
        title: 'Nouvelle activité',
        body: '',
        url: `${ORIGIN}/`,
        tag: `${ORIGIN}/`,
        quiet: false,
      })
    expect(
      readPush({ notification: { title: 'x'.repeat(500), body: 'y'.repeat(500) } }, ORIGIN),
    ).toMatchObject({ title: 'x'.repeat(80), body: 'y'.repeat(200) })
  })
  test('a click never leaves the app', () => {
    for (const away of [
      'https://evil.test/x',
      '//evil.test',
      'javascript:alert(1)',
      '/api/auth/logout',
      'http://[',
    ])
      expect(inAppUrl(away, ORIGIN), away).toBe(`${ORIGIN}/`)
    expect(inAppUrl('/events/1?a=b', ORIGIN)).toBe(`${ORIGIN}/events/1?a=b`)
  })
  test('the mark of the Beams client', () => {
    expect(beamsPayload({ data: { pusher: { instanceId: 'i' } } })).toEqual({ instanceId: 'i' })
    for (const other of [null, {}, { data: null }, { data: {} }, 'x'])
      expect(beamsPayload(other)).toBeUndefined()
  })
})
