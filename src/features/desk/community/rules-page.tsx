import { useState } from 'react'
import { communityRules, type CommunityRule } from '#contract/moderation'
import { RULES_MAX, saveRules } from '#contract/staff/community'
import { call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import { foldAccents, NBSP } from '../../../lib/text'
import { Alert } from '../../../ui/feedback/alert'
import { confirm } from '../../../ui/overlay/confirm'
import { Button } from '../../../ui/forms/button'
import { TextArea } from '../../../ui/forms/text-area'
import { TextField } from '../../../ui/forms/text-field'
import { useForm } from '../../../parts/form/use-form'
import { staffCall } from '../state/desk'
import styles from '../pages/pages.module.css'
import { CommunityNav } from './community-nav'
import { Load } from './load'

/** Keys stay the same when a title changes: decisions refer to them. */
const keyFor = (title: string, taken: readonly string[]): string => {
  const base =
    foldAccents(title)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'regle'
  for (let n = 1; ; n += 1) {
    const key = n === 1 ? base : `${base}-${n}`
    if (!taken.includes(key)) return key
  }
}
interface Line extends CommunityRule {
  /** Written in this visit: its key follows its title. */
  readonly isNew?: boolean
}

const withKeys = (lines: readonly Line[]): CommunityRule[] => {
  const taken = lines.filter((one) => !one.isNew).map((one) => one.key)
  return lines.map(({ key, title, text, isNew }) => {
    const own = isNew ? keyFor(title, taken) : key
    if (isNew) taken.push(own)
    return { key: own, title, text }
  })
}

const RuleFields = ({
  rule,
  at,
  isOnly,
  onChange,
  onMove,
  onRemove,
}: {
  rule: Line
  at: number
  isOnly: boolean
  onChange: (patch: Partial<CommunityRule>) => void
  onMove: () => void
  onRemove: () => void
}) => (
  <fieldset className={styles.rule}>
    <legend className="visually-hidden">{`Règle ${at + 1}`}</legend>
    <TextField
      label={`Règle ${at + 1}`}
      value={rule.title}
      maxLength={120}
      onChange={(title) => onChange({ title })}
    />
    <TextArea
      label="Texte"
      value={rule.text}
      maxLength={2000}
      onChange={(text) => onChange({ text })}
    />
    <div className={styles.acts}>
      <Button size="sm" disabled={at === 0} onClick={onMove}>
        Monter
      </Button>
      <Button size="sm" variant="danger" disabled={isOnly} onClick={onRemove}>
        Retirer
      </Button>
    </div>
  </fieldset>
)

const Editor = ({
  version,
  rules,
  onSaved,
}: {
  version: number
  rules: readonly CommunityRule[]
  onSaved: () => Promise<unknown>
}) => {
  const [lines, setLines] = useState<readonly Line[]>(rules)
  const form = useForm()
  const change = (key: string, patch: Partial<CommunityRule>): void =>
    setLines((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  const move = (at: number): void =>
    setLines((all) => all.with(at - 1, all[at] as Line).with(at, all[at - 1] as Line))
  const save = async (): Promise<void> => {
    const yes = await confirm({
      title: `Publier cette version${NBSP}?`,
      message: 'Chaque membre est invité à relire et à accepter les règles à sa prochaine visite.',
      confirmLabel: 'Publier',
    })
    if (!yes) return
    await staffCall(saveRules, { body: { version, rules: withKeys(lines) } })
    toast('Nouvelles règles publiées.', { kind: 'success' })
    await onSaved()
  }
  const check = () => ({
    rules: lines.some((one) => one.title.trim() === '' || one.text.trim() === '')
      ? 'Donnez un titre et un texte à chaque règle.'
      : undefined,
  })
  return (
    <form className={styles.section} noValidate onSubmit={form.submit(save, check)}>
      {lines.map((one, at) => (
        <RuleFields
          key={one.key}
          rule={one}
          at={at}
          isOnly={lines.length === 1}
          onChange={(patch) => change(one.key, patch)}
          onMove={() => move(at)}
          onRemove={() => setLines((all) => all.filter((l) => l.key !== one.key))}
        />
      ))}
      <Alert>{form.of('rules')}</Alert>
      <Alert>{form.error}</Alert>
      <div className={styles.acts}>
        <Button
          disabled={lines.length >= RULES_MAX}
          onClick={() =>
            setLines((all) => [
              ...all,
              { key: `new-${crypto.randomUUID()}`, title: '', text: '', isNew: true },
            ])
          }
        >
          Ajouter une règle
        </Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Publier cette version
        </Button>
      </div>
    </form>
  )
}

/** The community rules, edited as a whole: each save is a version. */
export const RulesPage = () => (
  <div className={styles.page}>
    <h1 className={styles.title}>Règles de la communauté</h1>
    <CommunityNav here="/desk/rules" />
    <Load name="community-rules" load={() => call(communityRules, {})}>
      {({ version, rules }, reload) => (
        <>
          <p className={styles.quiet}>
            {version === 0 ? 'Version fournie avec le logiciel.' : `Version ${version}.`}
          </p>
          <Editor key={version} version={version} rules={rules} onSaved={reload} />
        </>
      )}
    </Load>
  </div>
)
