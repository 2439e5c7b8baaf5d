// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NoticeScreen } from '../../../../src/features/moderation/notice-screen'
import { RulesScreen } from '../../../../src/features/moderation/rules-screen'
import { setUp, stub, submit, type } from './moderation-setup'

setUp()

test('a notice without an account: what is missing is said at its field, a failure loses nothing, the code is shown and followed', async () => {
  render(<NoticeScreen />)
  submit('Signaler un contenu')
  await screen.findByText('Dites-nous de quoi il s’agit.')
  screen.getByText('Confirmez que ce signalement est fait de bonne foi.')
  expect(stub.asked).toEqual([])
  stub.answers['GET /notices/puzzle'] = () => [200, { puzzle: 'id.end.sign' }]
  type('De qui ou de quoi s’agit-il', 'nora_et_sam')
  type('Raison', 'non_consensual')
  type('Ce qui se passe', 'Une photo de moi, sans mon accord.')
  fireEvent.click(screen.getByRole('checkbox'))
  stub.answers['POST /notices'] = () => [503, {}]
  submit('Signaler un contenu')
  await screen.findByRole('alert')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Ce qui se passe').value).toContain('accord')
  // a puzzle that has lapsed is replaced without a word
  let attempts = 0
  stub.answers['POST /notices'] = () =>
    ++attempts === 1
      ? [409, { code: 'conflict', error: 'Trop tard.' }]
      : [201, { code: 'abcd-efgh-jkmn-pqrs' }]
  submit('Signaler un contenu')
  await screen.findByText('abcd-efgh-jkmn-pqrs')
  expect(stub.asked.at(-1)?.[1]).toEqual({
    target: 'nora_et_sam',
    reason: 'non_consensual',
    text: 'Une photo de moi, sans mon accord.',
    goodFaith: true,
    proof: expect.stringMatching(/^id\.end\.sign\.\d+$/),
  })
  expect(stub.asked.filter(([key]) => key === 'POST /notices').length).toBe(3)
  fireEvent.click(screen.getByRole('button', { name: 'Suivre ce signalement' }))
  expect(screen.getByLabelText<HTMLInputElement>('Code du signalement').value).toBe(
    'abcd-efgh-jkmn-pqrs',
  )
  submit('Suivre un signalement')
  await screen.findByText('Aucun signalement ne porte ce code.')
  stub.answers['POST /notices/follow'] = () => [
    200,
    { state: 'received', createdAt: '2026-11-01T10:00:00.000Z', closedAt: null },
  ]
  submit('Suivre un signalement')
  await screen.findByText('Reçu, à l’étude')
})

test('the community rules are read by anybody, and asked for again after a failure', async () => {
  stub.answers['GET /rules'] = () => [503, {}]
  render(<RulesScreen />)
  stub.answers['GET /rules'] = () => [
    200,
    { version: 1, rules: [{ key: 'respect', title: 'Le respect', text: 'Pas d’insultes.' }] },
  ]
  fireEvent.click(await screen.findByRole('button', { name: 'Réessayer' }))
  await waitFor(() => screen.getByText('Pas d’insultes.'))
})
