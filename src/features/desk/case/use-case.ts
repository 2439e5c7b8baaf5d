import { useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import {
  claimCase,
  getCase,
  releaseCase,
  type CaseDetail,
  type CaseLine,
} from '#contract/staff/cases'
import { ApiError } from '../../../data/http/api'
import { serverMessageOf } from '../../../data/http/api-error'
import { useData } from '../../../data/http/cache'
import { NBSP } from '../../../lib/text'
import { announce } from '../../../ui/feedback/announcer'
import { deskKey, staffCall } from '../state/desk'
import { loadQueue, queue, showLine } from '../state/queue'

/** What happened to a case under one’s hands. */
const CONFLICTS: Readonly<Record<string, string>> = {
  case_changed: `Ce dossier a changé entre-temps${NBSP}: le voici à jour. Relisez-le avant de décider.`,
  case_claimed: 'Quelqu’un d’autre de l’équipe s’occupe maintenant de ce dossier.',
  case_decided: 'Quelqu’un d’autre de l’équipe vient de décider de ce dossier.',
}
const MORE_REPORTS = `Un nouveau signalement vient de rejoindre ce dossier${NBSP}: relisez-le.`
const FAILED = 'Cela n’a pas pu être enregistré. Vérifiez votre connexion, puis réessayez.'

export interface OpenCase {
  readonly detail: CaseDetail | undefined
  readonly error: Error | undefined
  /** What to say above the case; null when nothing went wrong. */
  readonly note: string | null
  readonly reload: () => Promise<unknown>
  /** Claims the case unless it is one’s own already; resolves to its current line, null when that failed. */
  readonly claim: () => Promise<CaseLine | null>
  readonly release: () => Promise<void>
  /** Runs an act; a refusal reloads the case and says why. Null when it failed. */
  readonly attempt: <T>(act: () => Promise<T>) => Promise<T | null>
  readonly setLine: (line: CaseLine) => void
}

/** Reads the case again when the queue has a newer line of it: claimed, decided or reported again. */
const useNewer = (
  known: CaseLine | undefined,
  reload: () => Promise<unknown>,
  say: (text: string) => void,
): void => {
  const { lines } = useSnapshot(queue)
  const listed = known && lines.find((line) => line.id === known.id)
  useEffect(() => {
    if (!listed || listed.version <= known.version) return
    if (listed.reports > known.reports) say(MORE_REPORTS)
    // the whole case: with the newer line alone, a decision would cover reports that were never read
    void reload()
  }, [listed, known, reload, say])
}

export const useCase = (id: string): OpenCase => {
  const { data, error, mutate } = useData(
    deskKey('case', id),
    async () => (await staffCall(getCase, { params: { id } })).case,
    // a case that was just decided, or forgotten by the lock, is read again at once
    { dedupingInterval: 0 },
  )
  const [note, setNote] = useState<string | null>(null)
  const say = useCallback((text: string): void => {
    setNote(text)
    announce(text)
  }, [])
  const reload = useCallback(() => mutate(), [mutate])
  useNewer(data?.line, reload, say)
  const current = useRef(data)
  useEffect(() => {
    current.current = data
  }, [data])
  const claiming = useRef<Promise<CaseLine | null> | null>(null)
  const setLine = useCallback(
    (line: CaseLine): void => {
      if (current.current) current.current = { ...current.current, line }
      showLine(line)
      void mutate((known) => known && { ...known, line }, { revalidate: false })
    },
    [mutate],
  )
  const attempt = useCallback(
    async <T>(act: () => Promise<T>): Promise<T | null> => {
      setNote(null)
      try {
        return await act()
      } catch (thrown) {
        const code = thrown instanceof ApiError ? thrown.code : undefined
        // the unlock screen says it
        if (code === 'staff_locked') return null
        const said = (code && CONFLICTS[code]) ?? serverMessageOf(thrown) ?? FAILED
        say(said)
        if (code && code in CONFLICTS) {
          void mutate()
          void loadQueue()
        }
        return null
      }
    },
    [mutate, say],
  )
  const claim = useCallback((): Promise<CaseLine | null> => {
    if (claiming.current) return claiming.current
    const line = current.current?.line
    if (!line || line.claim?.mine) return Promise.resolve(line ?? null)
    const asked = attempt(async () => {
      const answer = await staffCall(claimCase, { params: { id } })
      setLine(answer.line)
      if (answer.line.version <= line.version + 1) return answer.line
      // more than the claim happened since the case was read
      say(CONFLICTS['case_changed'] ?? FAILED)
      void mutate()
      return null
    }).finally(() => {
      claiming.current = null
    })
    claiming.current = asked
    return asked
  }, [attempt, id, mutate, say, setLine])
  const release = useCallback(async (): Promise<void> => {
    const answer = await attempt(() => staffCall(releaseCase, { params: { id } }))
    if (!answer) return
    setLine(answer.line)
    announce('Dossier rendu.')
  }, [attempt, id, setLine])
  return { detail: data, error, note, reload, claim, release, attempt, setLine }
}
