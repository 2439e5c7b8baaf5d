import { useSnapshot } from 'valtio'
import { Dialog } from '../../ui/overlay/dialog'
import { Switch } from '../../ui/forms/switch'
import { desk } from './state/desk'
import styles from './desk.module.css'

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['j', '↓'], 'Dossier suivant de la liste'],
  [['k', '↑'], 'Dossier précédent'],
  [['Entrée'], 'Ouvrir le dossier'],
  [['c'], 'M’en occuper'],
  [['r'], 'Rendre le dossier'],
  [['1'], 'Classer sans suite'],
  [['2', '3'], 'Demander une modification, retirer'],
  [['4', '5'], 'Avertir, restreindre'],
  [['6', '7'], 'Suspendre, exclure'],
  [['8'], 'Répondre, accueillir, confirmer, maintenir'],
  [['9'], 'Refuser, annuler la décision'],
  [['Ctrl', 'Entrée'], 'Décider'],
  [['Échap'], 'Revenir en arrière'],
  [['?'], 'Afficher cette aide'],
]

export const KeysDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { keys } = useSnapshot(desk)
  return (
    <Dialog open={open} onClose={onClose} title="Raccourcis clavier" size="sm">
      <dl className={styles.keys}>
        {KEYS.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Raccourcis d’une seule touche"
        hint="Échap et Ctrl + Entrée restent toujours actifs."
        checked={keys}
        onChange={(on) => {
          desk.keys = on
        }}
      />
    </Dialog>
  )
}
