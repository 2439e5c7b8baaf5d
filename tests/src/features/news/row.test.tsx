// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { NewsItem, NewsType } from '#contract/news'
import { closeTop, panels } from '../../../../src/data/state/panels'
import { NewsRow } from '../../../../src/features/news/row'
import { useWayBack } from '../../../../src/parts/form/use-way-back'
import { fresh } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  while (panels.stack.length > 0) closeTop()
  history.replaceState(null, '', '/')
})

const EVENT = fresh('event')
const ACTOR = fresh('account')
/** Presses the sentence of a row; what it opened. */
const follow = (newsType: NewsType): { path: string; panel: unknown } => {
  const item: NewsItem = {
    id: fresh('news'),
    eventId: EVENT,
    accountId: fresh('account'),
    actorAccountId: ACTOR,
    newsType,
    payload: { title: 'Bal masqué' },
    createdAt: '2026-11-20T10:00:00.000Z',
    readAt: null,
    deletedAt: null,
    event: null,
  }
  history.replaceState(null, '', '/news')
  render(<NewsRow item={item} actor={undefined} fresh={false} room={undefined} />)
  fireEvent.click(screen.getByRole('link'))
  return { path: location.pathname, panel: panels.stack.at(-1)?.panel }
}

test('a row opens what it links to: the panel of the event or the member, else the page', () => {
  expect(follow('location_revealed')).toEqual({
    path: '/news',
    panel: { kind: 'event', id: EVENT },
  })
  closeTop()
  cleanup()
  expect(follow('met_again')).toEqual({ path: '/news', panel: { kind: 'profile', id: ACTOR } })
  closeTop()
  cleanup()
  expect(follow('event_after')).toEqual({ path: `/events/${EVENT}/after`, panel: undefined })
  cleanup()
  expect(follow('participation_requested')).toEqual({
    path: `/events/${EVENT}/subscribers`,
    panel: undefined,
  })
})

test('a page that a row opened leads back to the news, and from elsewhere to the profile', () => {
  const back = (): string => {
    const { result, unmount } = renderHook(() =>
      useWayBack({ label: 'Retour au profil', go: '/profile' }),
    )
    act(() => result.current.onBack())
    unmount()
    return `${location.pathname} ${result.current.backLabel}`
  }
  expect(follow('agreement_asked').path).toBe('/account/agreements')
  expect(back()).toBe('/news Retour aux actualités')
  history.replaceState(null, '', '/account/agreements')
  expect(back()).toBe('/profile Retour au profil')
})
