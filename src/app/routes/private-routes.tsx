import { useEffect, useState, type ComponentType } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { openPanel, SETTINGS_PAGES, type Panel } from '../../data/state/panels'
import { screenRoute, lazyScreen, Titled } from './screen'

const Conversations = lazyScreen(() =>
  import('../../features/messaging/screen').then((m) => m.ConversationsScreen),
)
const Share = lazyScreen(() =>
  import('../../features/messaging/share-screen').then((m) => m.ShareScreen),
)
const Profile = lazyScreen(() => import('./profile-screen').then((m) => m.ProfileScreen))
const Albums = lazyScreen(() => import('../../features/albums/screen').then((m) => m.AlbumsScreen))
const Connection = lazyScreen(() =>
  import('../../features/relations/screen').then((m) => m.ConnectionScreen),
)
const News = lazyScreen(() => import('../../features/news/screen').then((m) => m.NewsScreen))
const Events = lazyScreen(() => import('../../features/events/screen').then((m) => m.EventsScreen))
const EventPage = lazyScreen(() =>
  import('../../features/events/event-screen').then((m) => m.EventScreen),
)
const AfterEvent = lazyScreen(() =>
  import('../../features/events/after-screen').then((m) => m.AfterScreen),
)
const EventForm = lazyScreen(() =>
  import('../../features/events/form-screen').then((m) => m.EventFormScreen),
)
const Radar = lazyScreen(() => import('../../features/radar/screen').then((m) => m.RadarScreen))
const Decisions = lazyScreen(() =>
  import('../../features/moderation/decisions-screen').then((m) => m.DecisionsScreen),
)
const Vouches = lazyScreen(() =>
  import('../../features/moderation/vouches-screen').then((m) => m.VouchesScreen),
)
const Agreements = lazyScreen(() =>
  import('../../features/agreements/agreements-screen').then((m) => m.AgreementsScreen),
)
const Parting = lazyScreen(() =>
  import('../../features/parting/parting-screen').then((m) => m.PartingScreen),
)
const PastTalk = lazyScreen<{ id: string }>(() =>
  import('../../features/parting/past-screen').then((m) => m.PastScreen),
)
const Verification = lazyScreen(() =>
  import('../../features/verification/verification-screen').then((m) => m.VerificationScreen),
)
const NotFound = lazyScreen(() => import('./not-found-screen').then((m) => m.NotFoundScreen))
const Kit: ComponentType | null = import.meta.env.DEV
  ? lazyScreen<object>(() => import('../../kit/kit').then((m) => m.KitScreen))
  : null

/** Fetched before the session is known. The conversations are in the same chunk as this module. */
const FIRST = {
  '/profile': Profile,
  '/albums': Albums,
  '/news': News,
  '/events': Events,
  '/radar': Radar,
}
const first = location.pathname.startsWith('/conversations')
  ? Conversations
  : FIRST[location.pathname as keyof typeof FIRST]
first?.load().catch(() => undefined)

/** These addresses only open panels, over the conversations. */
const OpenPanels = ({ panels }: { panels: readonly Panel[] }) => {
  useEffect(() => panels.forEach(openPanel), [panels])
  return <Redirect to="/conversations" replace />
}
const FEEDBACK: readonly Panel[] = [{ kind: 'feedback' }]
const settingsPanels = (page: string | undefined): readonly Panel[] => {
  const known = SETTINGS_PAGES.find((p) => p === page)
  return [{ kind: 'settings' }, ...(known ? [{ kind: 'settings', page: known } as const] : [])]
}
const Settings = ({ page }: { page: string | undefined }) => {
  const [panels] = useState(() => settingsPanels(page))
  return <OpenPanels panels={panels} />
}

/** The screens that need a session. */
export const PrivateScreens = () => (
  <Switch>
    {screenRoute('/conversations/:id?', 'Discussions', ({ id }) => (
      <Conversations id={id ?? null} />
    ))}
    {screenRoute('/profile/:id?', 'Profil', ({ id }) => (
      <Profile id={id ?? null} />
    ))}
    {screenRoute('/albums', 'Mes photos', <Albums />)}
    {screenRoute('/connection/:part?', 'Relations', ({ part }) => (
      <Connection part={part ?? null} />
    ))}
    {screenRoute('/news', 'Actualités', <News />)}
    {screenRoute('/events/new', 'Créer une sortie', <EventForm id={null} />)}
    {screenRoute('/events/:id/edit', 'Modifier la sortie', ({ id }) => (
      <EventForm key={id} id={id} />
    ))}
    {screenRoute('/events/:id/subscribers', 'Participants', ({ id }) => (
      <EventPage key={id} id={id} tab="participants" />
    ))}
    {screenRoute('/events/:id/after', 'Après la sortie', ({ id }) => (
      <AfterEvent key={id} id={id} />
    ))}
    {screenRoute('/events/:id', 'Sortie', ({ id }) => (
      <EventPage key={id} id={id} tab="details" />
    ))}
    {screenRoute('/events', 'Sorties', <Events />)}
    {screenRoute('/radar', 'Carte', <Radar />)}
    {screenRoute('/share', 'Partager', <Share />)}
    {screenRoute('/account/moderation', 'Mes signalements et décisions', <Decisions />)}
    {screenRoute('/account/verification', 'Profil vérifié', <Verification />)}
    {screenRoute('/account/agreements', 'Accords', <Agreements />)}
    {screenRoute('/account/parting', 'Se séparer', <Parting />)}
    {screenRoute('/account/parting/:id', 'Discussion d’avant', ({ id }) => (
      <PastTalk id={id} />
    ))}
    {screenRoute('/account/vouches', 'Demandes d’entrée', <Vouches />)}
    <Route path="/settings/:page?">{({ page }) => <Settings page={page} />}</Route>
    <Route path="/feedback">
      <OpenPanels panels={FEEDBACK} />
    </Route>
    {Kit ? (
      <Route path="/kit">
        <Kit />
      </Route>
    ) : null}
    <Route>
      <Titled title="Page introuvable">
        <NotFound />
      </Titled>
    </Route>
  </Switch>
)
