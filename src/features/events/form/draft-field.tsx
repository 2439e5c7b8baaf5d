import { TextField, type TextFieldProps } from '../../../ui/forms/text-field'
import type { EventDraft } from './form'
import type { Errors } from './errors'
import styles from './form.module.css'

export interface FormSectionProps {
  readonly draft: EventDraft
  readonly errors: Errors
  readonly set: (patch: Partial<EventDraft>) => void
}

type TextName = {
  [K in keyof EventDraft]: EventDraft[K] extends string ? K : never
}[keyof EventDraft]

/** One line of the draft, by its name, which is also how the focus finds it when it is wrong. */
export const DraftField = ({
  name,
  draft,
  errors,
  set,
  ...rest
}: FormSectionProps & { name: TextName } & Omit<
    TextFieldProps,
    'name' | 'value' | 'error' | 'onChange'
  >) => (
  <div data-field={name}>
    <TextField
      autoComplete="off"
      {...rest}
      value={draft[name]}
      error={errors[name]}
      onChange={(value) => set({ [name]: value })}
    />
  </div>
)

/** What is wrong with a part of the form that is no single line. */
export const DraftError = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className={styles.error} role="alert">
      {text}
    </p>
  ) : null

/** With the event's own number, where it is another. */
export const withCurrentValue = (
  options: readonly { readonly value: string; readonly label: string }[],
  value: string,
  unit: string,
) =>
  options.some((o) => o.value === value)
    ? options
    : [{ value, label: `${value} ${unit}` }, ...options]
