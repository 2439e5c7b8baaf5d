import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { closeAll } from '../../../data/state/panels'
import { openReport } from '../../../data/state/report-prompt'
import { actWithPart, lazyPart } from '../../../data/start/lazy-part'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconMore } from '../../../ui/icons/actions'
import { IconBlock, IconFlag, IconUserMinus, IconVerified } from '../../../ui/icons/people'
import { Menu } from '../../../ui/overlay/menu'
import type { Profile } from '../state/api'

const MetDialog = lazyPart(() => import('./met-dialog').then((m) => m.MetDialog))
type Acts = typeof import('../../../parts/member/member-acts')
const act = <R,>(ask: (acts: Acts) => Promise<R>) =>
  actWithPart(() => import('../../../parts/member/member-acts'), ask)

/** «Rencontrés en vrai»: with a relation, where one of the two is verified. */
const metItems = ({ account, badge }: Profile, onMeet: () => void) => [
  ...(badge.mayMeet
    ? [{ label: 'Rencontrés en vrai', icon: <IconVerified size={18} />, onSelect: onMeet }]
    : []),
  ...(badge.metByMe
    ? [
        {
          label: 'Ne plus dire que nous nous connaissons',
          icon: <IconVerified size={18} />,
          onSelect: () => void act((acts) => acts.askUnmet(account.id, account.account_handle)),
        },
      ]
    : []),
]

/** What may be done about a member: end the relation, report, block. */
export const MemberMenu = ({ profile, inPanel }: { profile: Profile; inPanel: boolean }) => {
  const { account } = profile
  const [, navigate] = useLocation()
  const [meeting, setMeeting] = useState(false)
  const block = async (): Promise<void> => {
    if (!(await act((acts) => acts.askBlock(account.id, account.account_handle)))) return
    // nothing of this member is left to see
    await closeAll()
    if (!inPanel) navigate('/connection')
  }
  const end = (): void =>
    void act((acts) => acts.askEndRelation(account.id, account.account_handle))
  return (
    <>
      <Menu
        label={`Actions sur ${account.account_handle}`}
        align="end"
        items={[
          ...metItems(profile, () => setMeeting(true)),
          ...(profile.is_relation
            ? [
                {
                  label: 'Mettre fin à la relation',
                  icon: <IconUserMinus size={18} />,
                  onSelect: end,
                },
                'line' as const,
              ]
            : []),
          {
            label: 'Signaler',
            icon: <IconFlag size={18} />,
            onSelect: () =>
              openReport({
                kind: 'profile',
                id: account.id,
                memberId: account.id,
                title: `Signaler ${account.account_handle}`,
              }),
          },
          {
            label: 'Bloquer',
            icon: <IconBlock size={18} />,
            danger: true,
            onSelect: () => void block(),
          },
        ]}
        trigger={(p) => <IconButton {...p} label="Plus d’actions" icon={<IconMore />} />}
      />
      {meeting ? (
        <Suspense fallback={null}>
          <MetDialog
            id={account.id}
            handle={account.account_handle}
            onClose={() => setMeeting(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
