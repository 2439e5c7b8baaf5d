// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { caseDecision, caseDetail } from './desk-world'
import { setUp, stub, line, change, open, press, sent, DECIDE } from './deciding-setup'

setUp()

test('a guarded photo waits for another person; the request of somebody else is allowed with one tap', async () => {
  const photo = { position: 0, blurred: 'data:image/jpeg;base64,AAAA', guarded: true }
  let asked: { by: string; mine: boolean; reason: string }[] = [
    { by: 'Sacha', mine: false, reason: 'Vérifier l’âge' },
  ]
  stub.answers['GET /staff/cases/case-00001'] = () => {
    const detail = caseDetail(line('case-00001'))
    const [first] = detail.evidence
    return [
      200,
      {
        case: {
          ...detail,
          evidence: [{ ...first, photos: [{ ...photo, asked, allowed: false }] }],
        },
      },
    ]
  }
  stub.answers['POST /staff/evidence/evidence-1/photos/0/open'] = () => {
    asked = [...asked, { by: 'Camille', mine: true, reason: 'Examiner le signalement' }]
    return [200, { url: null }]
  }
  stub.answers['POST /staff/evidence/evidence-1/photos/0/allow'] = () => {
    asked = asked.filter((one) => one.mine)
    return [200, { success: true }]
  }
  await open('/desk/cases/case-00001')
  await screen.findByText('Sacha voudrait la regarder : Vérifier l’âge')
  fireEvent.click(await screen.findByRole('button', { name: 'Accorder' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accorder' })).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: /Voir la photo/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Voir' }))
  await screen.findByText('Votre demande attend l’accord d’une autre personne de l’équipe.')
  expect(screen.queryByRole('img', { name: 'Photo 1 sur 1' })).toBeNull()
})

test('who goes on with unfounded reports is warned from the case, after a question', async () => {
  let misuse: 'may_warn' | 'warned' = 'may_warn'
  stub.answers['GET /staff/cases/case-00001'] = () => {
    const detail = caseDetail(line('case-00001'))
    return [200, { case: { ...detail, reports: detail.reports.map((r) => ({ ...r, misuse })) } }]
  }
  stub.answers['POST /staff/reports/report-1/warn'] = () => {
    misuse = 'warned'
    return [200, { success: true }]
  }
  await open('/desk/cases/case-00001')
  fireEvent.click(await screen.findByRole('button', { name: /signalements sans fondement/ }))
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Avertir' }),
  )
  await screen.findByText('Déjà averti de ses signalements')
  expect(sent('POST /staff/reports/report-1/warn')).toHaveLength(1)
})

test('a couple cannot be verified before both faces are ticked', async () => {
  change('case-00001', { kind: 'verification', subjectKind: 'verification' })
  const persons = [
    { id: 'identity-1', handle: 'nora' },
    { id: 'identity-2', handle: 'samuel' },
  ]
  stub.answers['GET /staff/cases/case-00001'] = () => [
    200,
    { case: caseDetail(line('case-00001'), { persons, measures: ['verify', 'refuse'] }) },
  ]
  await open('/desk/cases/case-00001')
  fireEvent.click(await screen.findByRole('button', { name: /C’est bien cette personne/ }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'nora' }))
  press('Enter', { ctrlKey: true })
  await screen.findByText(/^Cochez chaque personne reconnue/)
  expect(sent(DECIDE)).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: 'samuel' }))
  press('Enter', { ctrlKey: true })
  await waitFor(() =>
    expect(sent(DECIDE)).toEqual([
      expect.objectContaining({ measure: 'verify', persons: ['identity-1', 'identity-2'] }),
    ]),
  )
})

test('a restriction may be limited to one of a couple; of a single person nothing is asked', async () => {
  const persons = [
    { id: 'identity-1', handle: 'nora' },
    { id: 'identity-2', handle: 'samuel' },
  ]
  stub.answers['GET /staff/cases/case-00001'] = () => [
    200,
    { case: caseDetail(line('case-00001'), { persons }) },
  ]
  await open('/desk/cases/case-00001')
  fireEvent.click(await screen.findByRole('button', { name: /Restreindre/ }))
  const whom = await screen.findByRole('combobox', { name: 'Pour qui' })
  expect([...whom.querySelectorAll('option')].map((one) => one.textContent)).toEqual([
    'Tout le compte',
    'L’identité nora seule',
    'L’identité samuel seule',
  ])
  fireEvent.change(whom, { target: { value: 'identity-2' } })
  screen.getByText(/· samuel · /)
  fireEvent.change(whom, { target: { value: '' } })
  fireEvent.change(whom, { target: { value: 'identity-1' } })
  press('Enter', { ctrlKey: true })
  await waitFor(() =>
    expect(sent(DECIDE)).toEqual([
      expect.objectContaining({ measure: 'restrict', identity: 'identity-1' }),
    ]),
  )
  cleanup()
  await open('/desk/cases/case-00002')
  fireEvent.click(await screen.findByRole('button', { name: /Restreindre/ }))
  await screen.findByText('Actions fermées')
  expect(screen.queryByRole('combobox', { name: 'Pour qui' })).toBeNull()
})

test('who answers an appeal against their own decision reads that the member will be told', async () => {
  const appeal = { text: 'Non.', at: line('case-00001').openedAt, decision: caseDecision() }
  const own = caseDetail(line('case-00001'), { appeal: { ...appeal, own: true } })
  stub.answers['GET /staff/cases/case-00001'] = () => [200, { case: own }]
  await open('/desk/cases/case-00001')
  await screen.findByText(/^Vous avez pris cette décision/)
})
