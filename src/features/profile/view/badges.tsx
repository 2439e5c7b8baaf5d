import { useState } from 'react'
import type { Badge } from '#contract/profile/badge'
import { closeAll } from '../../../data/state/panels'
import { dateLong } from '../../../lib/dates'
import { NBSP } from '../../../lib/text'
import { Pill } from '../../../ui/display/pill'
import { Button } from '../../../ui/forms/button'
import { IconGroup, IconVerified } from '../../../ui/icons/people'
import { Dialog } from '../../../ui/overlay/dialog'
import styles from '../profile.module.css'

/** «Rencontrée», «Rencontrés», … en vrai. */
const metWord = (persons: readonly { readonly gender: string }[]): string => {
  const women = persons.length > 0 && persons.every((p) => p.gender === 'woman')
  return `Rencontré${women ? 'e' : ''}${persons.length > 1 ? 's' : ''} en vrai`
}

/** What the team and other members have seen of a member; a tap says what it means. */
export const Badges = ({
  badge: { verifiedOn, met },
  persons,
}: {
  badge: Readonly<Badge>
  persons: readonly { readonly gender: string }[]
}) => {
  const [open, setOpen] = useState(false)
  const leave = (): void => {
    setOpen(false)
    void closeAll()
  }
  if (verifiedOn === null && met === 0) return null
  const word = metWord(persons)
  return (
    <>
      <button
        type="button"
        className={styles.badges}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {verifiedOn ? (
          <Pill tone="ok" icon={<IconVerified size={14} />}>
            Vérifié
          </Pill>
        ) : null}
        {met > 0 ? <Pill icon={<IconGroup size={14} />}>{word}</Pill> : null}
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Ce que cela veut dire"
        size="sm"
        footer={
          <Button href="/account/verification" onClick={leave}>
            Faire vérifier mon profil
          </Button>
        }
      >
        <div className={styles.meaning}>
          {verifiedOn ? (
            <p>
              <b>Vérifié le {dateLong(verifiedOn)}.</b> L’équipe a comparé une photo prise sur le
              moment, avec un geste tiré au sort, aux photos de ce profil. La photo a été détruite.
            </p>
          ) : null}
          {met > 0 ? (
            <p>
              <b>{word}.</b> {met} membres vérifiés disent avoir rencontré ce profil.
            </p>
          ) : null}
          <p>
            Cela ne dit rien de la façon dont on se conduit{NBSP}: gardez vos précautions, comme
            avec tout le monde.
          </p>
        </div>
      </Dialog>
    </>
  )
}
