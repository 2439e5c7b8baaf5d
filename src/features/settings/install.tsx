import { useSnapshot } from 'valtio'
import { shownName } from '../../data/start/config'
import { discretion, setCovered, setDiscreet } from '../../data/device/discretion'
import { NEUTRAL_NAME } from '../../data/device/neutral'
import { askToInstall, install } from '../../data/device/install'
import { NBSP } from '../../lib/text'
import { Button } from '../../ui/forms/button'
import { Card } from '../../ui/layout/card'
import { Switch } from '../../ui/forms/switch'
import styles from './settings.module.css'

const Way = () => {
  const { way } = useSnapshot(install)
  const name = shownName()
  switch (way) {
    case 'done':
      return <p className={styles.quiet}>L’application {name} est installée sur cet appareil.</p>
    case 'offer':
      return (
        <>
          <p className={styles.quiet}>
            Sur l’écran d’accueil, {name} s’ouvre en plein écran, aussi sans réseau.
          </p>
          <div className={styles.row}>
            <Button variant="primary" onClick={() => void askToInstall()}>
              Installer {name}
            </Button>
          </div>
        </>
      )
    case 'ios':
      return (
        <ol className={styles.steps}>
          <li>Ouvrez cette page dans Safari.</li>
          <li>
            Touchez «{NBSP}Partager{NBSP}», le carré d’où sort une flèche.
          </li>
          <li>
            Choisissez «{NBSP}Sur l’écran d’accueil{NBSP}», puis «{NBSP}Ajouter{NBSP}».
          </li>
        </ol>
      )
    case 'menu':
      return (
        <p className={styles.quiet}>
          Dans le menu de votre navigateur, choisissez «{NBSP}Installer{NBSP}» ou «{NBSP}Ajouter à
          l’écran d’accueil{NBSP}».
        </p>
      )
  }
}

/** «Application»: on the home screen, under which name, and how to hide the screen at once. */
export const InstallSection = () => {
  const { discreet } = useSnapshot(discretion)
  return (
    <Card as="section" label="Application">
      <div className="stack">
        <Way />
        <hr className={styles.line} />
        <Switch
          label="Mode discret"
          checked={discreet}
          onChange={setDiscreet}
          hint={`L’onglet, l’icône et l’écran de connexion s’appellent «\u00a0${NEUTRAL_NAME}\u00a0». Une application déjà installée garde son nom${NBSP}: supprimez-la, puis installez-la à nouveau.`}
        />
        <div>
          <h3 className={styles.small}>Cacher l’écran d’un geste</h3>
          <p className={styles.quiet}>
            Trois fois Échap, ou un appui long sur le logo (au téléphone, sur la barre du bas){NBSP}
            : un carnet de courses recouvre tout. Pour revenir, gardez le doigt une seconde sur son
            titre.
          </p>
        </div>
        <div className={styles.row}>
          <Button onClick={() => setCovered(true)}>Essayer</Button>
        </div>
      </div>
    </Card>
  )
}
