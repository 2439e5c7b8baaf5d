import { lazy, useEffect, type ComponentType } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { appName } from '../data/config'
import { openPanel } from '../data/panels'
import { ArtError } from '../ui/art/error'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'

/** A screen whose code is fetched when its route is first opened; a missing chunk (after a deployment) reloads once. */
const screen = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>

const Login = screen(() => import('../features/session/login-screen').then((m) => m.LoginScreen))
const Register = screen(() => import('../features/session/register-screen').then((m) => m.RegisterScreen))
const Verify = screen(() => import('../features/session/verify-screen').then((m) => m.VerifyScreen))
const Awaiting = screen(() => import('../features/session/waiting-screen').then((m) => m.WaitingScreen))
const Onboarding = screen(() => import('../features/session/onboarding-screen').then((m) => m.OnboardingScreen))
const Join = screen(() => import('../features/session/join-screen').then((m) => m.JoinScreen))
const Forgot = screen(() => import('../features/session/forgot-screen').then((m) => m.ForgotScreen))
const Reset = screen(() => import('../features/session/reset-screen').then((m) => m.ResetScreen))
const Conversations = screen(() => import('../features/messaging/screen').then((m) => m.ConversationsScreen))
const Profile = screen(() => import('../features/profile/screen').then((m) => m.ProfileScreen))
const Connection = screen(() => import('../features/relations/screen').then((m) => m.ConnectionScreen))
const News = screen(() => import('../features/news/screen').then((m) => m.NewsScreen))
const Events = screen(() => import('../features/events/screen').then((m) => m.EventsScreen))
const Radar = screen(() => import('../features/radar/screen').then((m) => m.RadarScreen))
const Kit: ComponentType | null = import.meta.env.DEV ? screen<object>(() => import('../kit/kit').then((m) => m.KitScreen)) : null

/** /settings and /feedback are thin routes: they open the same panels as the menu, over the conversations. */
const OpenPanel = ({ kind }: { kind: 'settings' | 'feedback' }) => {
  useEffect(() => openPanel({ kind }), [kind])
  return <Redirect to="/conversations" replace />
}

const Titled = ({ title, children }: { title: string; children: React.ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · ${appName()}`
  }, [title])
  return children
}

const NotFound = () => (
  <EmptyState art={<ArtError />} level={1} title="Page introuvable" text="Cette adresse ne mène nulle part." action={<Button variant="primary" href="/conversations">Retour aux discussions</Button>} />
)

export const Screens = () => (
  <Switch>
    <Route path="/"><Titled title="Connexion"><Login /></Titled></Route>
    <Route path="/login"><Titled title="Connexion"><Login /></Titled></Route>
    <Route path="/register"><Titled title="Inscription"><Register /></Titled></Route>
    <Route path="/verify-email"><Titled title="Confirmation"><Verify /></Titled></Route>
    <Route path="/waiting-for-email-verification"><Titled title="Confirmation"><Awaiting /></Titled></Route>
    <Route path="/onboarding"><Titled title="Bienvenue"><Onboarding /></Titled></Route>
    <Route path="/join/:token">{({ token }) => <Titled title="Invitation"><Join token={token} /></Titled>}</Route>
    <Route path="/forgot-password"><Titled title="Mot de passe oublié"><Forgot /></Titled></Route>
    <Route path="/reset-password"><Titled title="Nouveau mot de passe"><Reset /></Titled></Route>
    <Route path="/conversations/:id?">{({ id }) => <Titled title="Discussions"><Conversations id={id ?? null} /></Titled>}</Route>
    <Route path="/profile/:id?">{({ id }) => <Titled title="Profil"><Profile id={id ?? null} /></Titled>}</Route>
    <Route path="/connection"><Titled title="Relations"><Connection /></Titled></Route>
    <Route path="/news"><Titled title="Actualités"><News /></Titled></Route>
    <Route path="/events"><Titled title="Sorties"><Events /></Titled></Route>
    <Route path="/radar"><Titled title="Carte"><Radar /></Titled></Route>
    <Route path="/settings"><OpenPanel kind="settings" /></Route>
    <Route path="/feedback"><OpenPanel kind="feedback" /></Route>
    {Kit ? <Route path="/kit"><Kit /></Route> : null}
    <Route><Titled title="Page introuvable"><NotFound /></Titled></Route>
  </Switch>
)
