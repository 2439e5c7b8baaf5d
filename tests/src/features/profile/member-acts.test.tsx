// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { askBlock } from '../../../../src/parts/member/member-acts'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { fresh } from '../../../support/world/events'

afterEach(cleanup)

test('the question before a block fits one person and a couple', async () => {
  render(<ConfirmHost />)
  const asked = askBlock(fresh('member'), 'lea_hugo')
  await screen.findByText(/lea_hugo n’en saura rien\.$/)
  fireEvent.click(screen.getByText('Annuler'))
  expect(await asked).toBe(false)
})
