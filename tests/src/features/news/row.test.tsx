// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { NewsItem, NewsType } from '#contract/news'
import { closeTop, panels } from '../../../../src/data/state/panels'
import { NewsRow } from '../../../../src/features/news/row'
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
