import type { Audience } from '#contract/staff/community'
import { Checkbox } from '../../../ui/forms/checkbox'
import { SelectField } from '../../../ui/forms/select-field'
import { TextField } from '../../../ui/forms/text-field'
import { NBSP } from '../../../lib/text'

export const EVERYBODY: Audience = { who: 'all', verified: false, department: null }
const WHO: Readonly<Record<Audience['who'], string>> = {
  all: 'tous les membres',
  women: 'les femmes seules',
  men: 'les hommes seuls',
  couples: 'les couples',
}
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** «les couples vérifiés du département 45». */
export const audienceText = ({ who, verified, department }: Audience): string =>
  [
    WHO[who],
    verified ? (who === 'women' ? 'vérifiées' : 'vérifiés') : '',
    department ? `du département ${department}` : '',
  ]
    .filter(Boolean)
    .join(' ')

export const DEPARTMENT = /^(?:\d{2,3}|2[AB])$/
interface Props {
  readonly value: Audience
  readonly onChange: (value: Audience) => void
  readonly departmentError: string | undefined
}
/** Each condition narrows the audience; what a profile shows to every member decides. */
export const AudienceFields = ({ value, onChange, departmentError }: Props) => (
  <>
    <SelectField
      label="Destinataires"
      value={value.who}
      options={(Object.keys(WHO) as Audience['who'][]).map((who) => ({
        value: who,
        label: capital(WHO[who]),
      }))}
      onChange={(who) => onChange({ ...value, who: who as Audience['who'] })}
    />
    <TextField
      label="Département"
      hint={`Le numéro, d’après la commune du profil${NBSP}: 45, 2A, 974. Vide${NBSP}: partout.`}
      required={false}
      value={value.department ?? ''}
      maxLength={3}
      error={departmentError}
      onChange={(text) =>
        onChange({ ...value, department: text.trim() === '' ? null : text.trim().toUpperCase() })
      }
    />
    <Checkbox
      label="Membres vérifiés seulement"
      checked={value.verified}
      onChange={(verified) => onChange({ ...value, verified })}
    />
  </>
)
