// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { BalanceFields } from '../../../../src/features/events/form/balance'
import {
  eventBodyOf,
  EMPTY_DRAFT,
  type EventDraft,
} from '../../../../src/features/events/form/form'

afterEach(cleanup)

const Form = ({ onDraft }: { onDraft: (draft: EventDraft) => void }) => {
  const [draft, setDraft] = useState<EventDraft>(EMPTY_DRAFT)
  onDraft(draft)
  return (
    <>
      <BalanceFields draft={draft} errors={{}} set={(part) => setDraft({ ...draft, ...part })} />
      <button type="button" onClick={() => setDraft({ ...draft, waitlist: false })}>
        sans liste
      </button>
    </>
  )
}

test('the first number of places of a kind opens the waiting lists, which can be closed again', () => {
  let draft = EMPTY_DRAFT
  render(<Form onDraft={(now) => (draft = now)} />)
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  expect(eventBodyOf(draft, null).has_waitlist).toBe(false)
  type('Couples', '2')
  expect(eventBodyOf(draft, null)).toMatchObject({ has_waitlist: true, auto_offer: false })
  fireEvent.click(screen.getByText('sans liste'))
  type('Hommes seuls', '1')
  expect(eventBodyOf(draft, null).has_waitlist).toBe(false)
})
