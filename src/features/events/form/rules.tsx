import { NBSP } from '../../../lib/text'
import { Card } from '../../../ui/layout/card'
import { SelectField } from '../../../ui/forms/select-field'
import { Switch } from '../../../ui/forms/switch'
import { BalanceFields } from './balance'
import { DraftField, withCurrentValue, type FormSectionProps } from './draft-field'
import { hasLimitedPlaces } from './form'
import { accessText } from '../state/labels'
import styles from './form.module.css'

const Capacity = (section: FormSectionProps) => {
  const { draft, set } = section
  return (
    <>
      <Switch
        label="Nombre de places illimité"
        checked={draft.unlimited}
        onChange={(unlimited) => set({ unlimited })}
      />
      {draft.unlimited ? null : (
        <DraftField
          {...section}
          name="max"
          label="Nombre de places"
          inputMode="numeric"
          hint="Les organisateurs comptent parmi les participants."
        />
      )}
      {hasLimitedPlaces(draft) ? (
        <>
          <Switch
            label="Liste d’attente"
            hint="Quand tout est pris, on peut attendre qu’une place se libère."
            checked={draft.waitlist}
            onChange={(waitlist) => set({ waitlist })}
          />
          {draft.waitlist ? (
            <Switch
              label="Proposer la place automatiquement"
              hint="Une place libérée est proposée à la première personne qui attend, avec un délai. Sinon, vous choisissez."
              checked={draft.autoOffer}
              onChange={(autoOffer) => set({ autoOffer })}
            />
          ) : null}
        </>
      ) : null}
    </>
  )
}

const CLOSINGS = [
  { value: '7', label: 'Une semaine après la fin' },
  { value: '30', label: '30 jours après la fin' },
  { value: '90', label: '3 mois après la fin' },
  { value: '', label: 'Jamais' },
]

const ASKINGS = [
  { value: '', label: 'Non' },
  { value: '24', label: 'La veille' },
  { value: '48', label: '2 jours avant' },
  { value: '72', label: '3 jours avant' },
  { value: '168', label: 'Une semaine avant' },
]

const ParticipantRules = (section: FormSectionProps) => {
  const { draft, set } = section
  return (
    <Card as="section" title="Les participants">
      <div className={styles.fields}>
        <SelectField
          label="Accès"
          value={draft.access}
          onChange={(v) => set({ access: v === 'open_to_relations' ? v : 'invitation_only' })}
          options={(['invitation_only', 'open_to_relations'] as const).map((value) => ({
            value,
            label: accessText(value),
          }))}
        />
        <Switch
          label="Validation manuelle"
          hint="Vous acceptez chaque demande. Une personne que vous avez invitée l’est déjà."
          checked={draft.approval}
          onChange={(approval) => set({ approval })}
        />
        <Switch
          label="Réservée aux membres vérifiés"
          hint="Aussi pour qui vous invitez. Qui avait déjà répondu garde sa place."
          checked={draft.verifiedOnly}
          onChange={(verifiedOnly) => set({ verifiedOnly })}
        />
        <Capacity {...section} />
        <Switch
          label="Un couple compte pour deux"
          checked={draft.persons}
          onChange={(persons) => set({ persons })}
        />
        <SelectField
          label={`Redemander «${NBSP}Toujours partants${NBSP}?${NBSP}»`}
          value={draft.reconfirm}
          onChange={(reconfirm) => set({ reconfirm })}
          options={withCurrentValue(ASKINGS, draft.reconfirm, 'heures avant')}
          hint="Un geste suffit pour redire oui. Après une relance sans réponse, la place va à la liste d’attente, si quelqu’un y est."
        />
        <SelectField
          label="Qui peut écrire dans la discussion"
          value={draft.group}
          onChange={(v) => set({ group: v === 'organizers' ? v : 'all' })}
          options={[
            { value: 'all', label: 'Tous les participants' },
            { value: 'organizers', label: 'Les organisateurs seulement' },
          ]}
        />
        <SelectField
          label="Fermer la discussion"
          value={draft.talkDays}
          onChange={(talkDays) => set({ talkDays })}
          options={withCurrentValue(CLOSINGS, draft.talkDays, 'jours après la fin')}
          hint="Ensuite, plus personne n’y écrit et ses photos sont effacées. Les messages restent lisibles."
        />
      </div>
    </Card>
  )
}

const Price = (section: FormSectionProps) => (
  <Card as="section" title="Participation aux frais">
    <div className={styles.fields}>
      <DraftField
        {...section}
        name="price"
        label="Montant, en quelques mots"
        required={false}
        maxLength={200}
        placeholder="30 € par couple"
      />
      <DraftField
        {...section}
        name="paymentUrl"
        label="Lien de paiement"
        required={false}
        type="url"
        maxLength={500}
        placeholder="https://…"
      />
    </div>
  </Card>
)

const EventCode = (section: FormSectionProps) => {
  const { draft, set } = section
  return (
    <Card as="section" title="Partage">
      <div className={styles.fields}>
        <DraftField
          {...section}
          name="slug"
          label="Identifiant"
          required={false}
          maxLength={40}
          autoCapitalize="none"
          spellCheck={false}
          hint="Le début du code de partage, par exemple soiree-velours. Quatre caractères y sont ajoutés, pour qu’on ne le devine pas."
        />
        {draft.access === 'invitation_only' ? (
          <Switch
            label="Demander à participer avec le code"
            hint="Qui a le code peut demander à venir, sans voir les participants ni l’adresse. Sinon, le code n’ouvre rien."
            checked={draft.codeRequests}
            onChange={(codeRequests) => set({ codeRequests })}
          />
        ) : null}
      </div>
    </Card>
  )
}

/** Access, capacity, price, who may write, and the code. */
export const Rules = (section: FormSectionProps) => (
  <>
    <ParticipantRules {...section} />
    <BalanceFields {...section} />
    <Price {...section} />
    <EventCode {...section} />
  </>
)
