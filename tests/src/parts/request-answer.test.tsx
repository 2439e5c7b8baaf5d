// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { reportPrompt } from '../../../src/data/state/report-prompt'
import { RequestAnswer } from '../../../src/parts/album/request-answer'

afterEach(cleanup)

test('the words of a request can be reported where they are read; without words there is nothing to report', () => {
  const { rerender } = render(<RequestAnswer id="request-1" words="Montre-moi ça" />)
  fireEvent.click(screen.getByRole('button', { name: 'Signaler ce mot' }))
  expect(reportPrompt).toMatchObject({ open: true, last: { kind: 'request', id: 'request-1' } })
  rerender(<RequestAnswer id="request-1" words="" />)
  expect(screen.queryByRole('button', { name: 'Signaler ce mot' })).toBeNull()
})
