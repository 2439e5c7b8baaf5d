import { useLocation } from 'wouter'
import { closeAll } from '../../../data/state/panels'
import { openReport } from '../../../data/state/report-prompt'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconMore } from '../../../ui/icons/actions'
import { IconBlock, IconFlag, IconUserMinus } from '../../../ui/icons/people'
import { Menu } from '../../../ui/overlay/menu'
import type { SeenAccount } from './header'

const acts = () => import('../../../parts/member/member-acts')

/** What may be done about a member: end the relation, report, block. */
export const MemberMenu = ({
  account,
  isRelation,
  inPanel,
}: {
  account: SeenAccount
  isRelation: boolean
  inPanel: boolean
}) => {
  const [, navigate] = useLocation()
  const block = async (): Promise<void> => {
    if (!(await (await acts()).askBlock(account.id, account.account_handle))) return
    // nothing of this member is left to see
    await closeAll()
    if (!inPanel) navigate('/connection')
  }
  const end = async (): Promise<void> =>
    void (await (await acts()).askEndRelation(account.id, account.account_handle))
  return (
    <Menu
      label={`Actions sur ${account.account_handle}`}
      align="end"
      items={[
        ...(isRelation
          ? [
              {
                label: 'Mettre fin à la relation',
                icon: <IconUserMinus size={18} />,
                onSelect: () => void end(),
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
  )
}
