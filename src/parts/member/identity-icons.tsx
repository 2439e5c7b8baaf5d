import type { Gender } from '#contract/common'
import { IconFemale, IconMale, IconOther } from '../../ui/icons/people'
import { VisuallyHidden } from '../../ui/layout/visually-hidden'
import styles from './identity.module.css'

export const GENDER_LABEL = {
  woman: 'Femme',
  man: 'Homme',
  other: 'Autre',
} as const satisfies Record<Gender, string>

export const GenderIcon = ({ gender, size = 14 }: { gender: Gender; size?: number }) =>
  gender === 'woman' ? (
    <IconFemale size={size} />
  ) : gender === 'man' ? (
    <IconMale size={size} />
  ) : (
    <IconOther size={size} />
  )

/** Gender icons of an account's identities, the primary first, with their names for those who do not see them. */
export const IdentityIcons = ({
  identities,
}: {
  identities: readonly {
    readonly id: string
    readonly gender: Gender
    readonly is_primary: boolean
  }[]
}) => (
  <p className={styles.icons}>
    {[...identities]
      .sort((a, b) => Number(b.is_primary) - Number(a.is_primary))
      .map((i) => (
        <span key={i.id} className={styles.icon}>
          <GenderIcon gender={i.gender} />
          <VisuallyHidden>{GENDER_LABEL[i.gender]}</VisuallyHidden>
        </span>
      ))}
  </p>
)
