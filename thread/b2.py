import re
B='/tmp/w/thread/src/features/messaging/'
def rd(f): return open(B+f).read()
def wr(f,s): open(B+f,'w').write(s)
def sub(s,a,b):
    assert a in s, a
    return s.replace(a,b,1)
def cut(s,start,end):
    i=s.index(start); j=s.index(end,i); return s[i:j], s[:i], s[j:]
# use-message-acts
s=rd('thread/message/use-message-acts.ts')
blk,pre,post=cut(s,"/** Keyboard of the list:","/**\n * Actions on single")
k0=blk.index("  const rowsNow"); kb=blk[k0:]
kb=kb.replace("\n  return onKeyDown\n}\n","\n}\n")
kb=kb.replace("  const onKeyDown = (event: KeyboardEvent): void => {\n","",1)
# remove closing of inner fn
idx=kb.rindex("  }\n}\n"); kb=kb[:idx]+"}\n"
kb=kb.replace("scroller.current?.","scroller?.").replace("scroller.current","scroller")
s=pre+'''/** Keyboard of the list: arrow keys move from message to message, Escape back to the list. */
const handleKey = (
  event: KeyboardEvent,
  scroller: HTMLElement | null,
  openMenu: (row: HTMLElement, byMenuKey: boolean) => void,
): void => {
'''+kb+"\n"+'''type LongPress = ReturnType<typeof useLongPress>
/** Pointer events of the list, for the long press and the swipe at the same time. */
const pointerHandlers = (long: LongPress, swipe: SwipeHandlers, onDown: () => void) => ({
  onPointerDown: (event: PointerEvent): void => {
    onDown()
    long.onPointerDown(event)
    swipe.onPointerDown(event)
  },
  onPointerMove: (event: PointerEvent): void => {
    long.onPointerMove(event)
    swipe.onPointerMove(event)
  },
  onPointerUp: (): void => {
    long.onPointerUp()
    swipe.onPointerUp()
  },
  onPointerCancel: (): void => {
    long.onPointerCancel()
    swipe.onPointerCancel()
  },
})

'''+post
blk,pre,post=cut(s,"      onPointerDown: (event: PointerEvent) => {","      onContextMenu,\n")
s=pre+'''      ...pointerHandlers(long, swipe, () => {
        warm()
        byKey.current = -Infinity
      }),
'''+post
blk,pre,post=cut(s,"  const onKeyDown = keyHandler","  const onContextMenu = (")
s=pre+'''  const onKeyDown = (event: KeyboardEvent): void =>
    handleKey(event, scroller.current, (row, byMenuKey) => {
      if (byMenuKey) byKey.current = performance.now()
      open(row.dataset['row'], bubbleOf(row))
    })
'''+post
s=s.replace("import { useSwipeReply }","import { useSwipeReply, type SwipeHandlers }")
wr('thread/message/use-message-acts.ts',s)

# thread.tsx
s=rd('thread/thread.tsx')
top,pre,post=cut(s,'      <div className={styles.top}>\n        <ThreadHeader','      {gone ? (\n        <div className={styles.failed}>')
s=pre+'''      <div className={styles.top}>
        <ThreadHeader
          id={id}
          onBack={onBack}
          onSearch={gone ? undefined : search.open}
          onPhotos={gone ? undefined : () => setTab('photos')}
        />
        {gone ? null : (
          <div className={styles.tabs}>
            <Tabs
              label="Discussion"
              base={`conversation-${id}`}
              value={tab}
              onChange={setTab}
              tabs={TABS}
            />
          </div>
        )}
        {search.isOpen ? (
          <Suspense fallback={null}>
            <ThreadSearch id={id} onClose={search.close} />
          </Suspense>
        ) : null}
      </div>
'''+post
st,pre,post=cut(s,"  const [searching, setSearching]","  // offline, outgoing messages")
s=pre+"  const search = useSearchBar(() => setTab('messages'))\n"+post
failed,pre,post=cut(s,"        <div className={styles.failed}>","      ) : (\n        <>\n")
s=pre+"        <ThreadFailure id={id} failure={thread.failure} />\n"+post
blk,pre,post=cut(s,"      {tab === 'photos' ? null : c && !c.can_write ? (","      {viewer ? (")
s=pre+"      {tab === 'photos' ? null : <ThreadFoot id={id} gone={gone} />}\n"+post
s=s.replace("  const { threads, conversations } = useSnapshot(messaging)","  const { threads } = useSnapshot(messaging)").replace("  const c = conversations[id]\n","",1)
comp='''/** Whether the search bar is open; closing it returns the focus. */
const useSearchBar = (showMessages: () => void) => {
  const [isOpen, setOpen] = useState(false)
  /** Element that had the focus when the search was opened. */
  const opener = useRef<Element | null>(null)
  return {
    isOpen,
    open: (): void => {
      opener.current = document.activeElement
      showMessages()
      setOpen(true)
    },
    close: (): void => {
      setOpen(false)
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    },
  }
}

const ThreadFailure = ({ id, failure }: { id: string; failure: Thread['failure'] }) => (
'''+failed.rstrip().replace("thread.failure","failure")+'''
)

/** The composer, or why this account cannot write here. */
const ThreadFoot = ({ id, gone }: { id: string; gone: boolean }) => {
  const c = useSnapshot(messaging).conversations[id]
  if (c && !c.can_write)
    return <p className={styles.closed}>{c.type === 'event' ? ORGANIZERS_ONLY : READ_ONLY}</p>
  return gone ? null : <Composer id={id} />
}

'''
i=s.index("/** A conversation: header"); s=s[:i]+comp+s[i:]
s=s.replace("import { EMPTY_THREAD } from","import { EMPTY_THREAD, type Thread } from")
wr('thread/thread.tsx',s)

# search.tsx
s=rd('thread/search.tsx')
hits,pre,post=cut(s,"        <div className={styles.hits}>","      ) : null}\n    </section>")
s=pre+'''        <SearchHits
          found={found}
          at={at}
          onShow={show}
          onMore={() => void more()}
          onRetry={again}
        />
'''+post
s=s.replace("  const none = asked && found.state === 'ready' && hits.length === 0\n","").replace("(hits.length > 0 || none || found.state === 'error')","(hits.length > 0 || found.state !== 'loading')")
hits=hits.replace("none ?","hits.length === 0 && found.state === 'ready' ?").replace("onClick={again}","onClick={onRetry}").replace("onClick={() => show(hit)}","onClick={() => onShow(hit)}").replace("onClick={() => void more()}","onClick={onMore}")
count,pre,post=cut(s,"        <button\n          type=\"button\"\n          className={styles.count}","        <IconButton\n          label=\"Résultat plus ancien\"")
s=pre+"        <HitCount found={found} index={index} open={open} onToggle={() => setFolded(open)} />\n"+post
count=count.replace("onClick={() => setFolded(open)}","onClick={onToggle}")
m=re.search(r"  const count =\n.*?\n(?=  const )",s,re.S); cdef=m.group(0); s=s.replace(cdef,"")
comp='''/** Position among the hits; a click shows or hides their list. */
const HitCount = ({
  found: { hits, hasMore },
  index,
  open,
  onToggle,
}: {
  found: SearchState
  index: number
  open: boolean
  onToggle: () => void
}) => {
'''+cdef.replace("found.hasMore","hasMore")+"  return (\n"+count.rstrip().replace("found.hasMore","hasMore")+'''
  )
}

const SearchHits = ({
  found,
  at,
  onShow,
  onMore,
  onRetry,
}: {
  found: SearchState
  at: string | null
  onShow: (hit: SearchHit) => void
  onMore: () => void
  onRetry: () => void
}) => {
  const { hits } = found
  return (
'''+hits.rstrip()+'''
  )
}

'''
i=s.rindex("/**",0,s.index("Search in a conversation: a list")); s=s[:i]+comp+s[i:]
wr('thread/search.tsx',s)

# list.tsx
s=rd('list/list.tsx')
i=s.index("  const typed = query.replace"); j=s.index("  const archived = order.filter")
blk=s[i:j]
s=s[:i]+"  const { typed, searched, search, results } = useConversationSearch(query)\n"+s[j:]
hook='''/** Conversations that match the typed text; `results` is undefined while the full list is shown. */
const useConversationSearch = (query: string) => {
'''+blk+'''  return { typed, searched, search, results }
}

'''
sr,pre,post=cut(s,"        <div className={styles.results}>","      ) : ids.length > 0 && ")
s=pre+'''        <SearchResults
          ids={results}
          loading={search.isLoading}
          searched={searched}
          active={active}
        />
'''+post
sr=sr.replace("results.length","ids.length").replace("search.isLoading","loading").replace("results.slice","ids.slice")
em,pre,post=cut(s,"      {list === 'loading' || list === 'idle' ?","      {typed && search.error ? (")
s=pre+"      <ListStatus onCreate={() => setCreating('direct')} />\n"+post
em=em.replace("onClick={() => setCreating('direct')}","onClick={onCreate}")
s=s.replace("  const { list, order, conversations } = useSnapshot(messaging)","  const { order, conversations } = useSnapshot(messaging)")
comp=hook+'''const SearchResults = ({
  ids,
  loading,
  searched,
  active,
}: {
  ids: readonly string[]
  loading: boolean
  searched: string
  active: string | null
}) => (
'''+sr.rstrip()+'''
)

/** What is shown in place of an absent list: loading, error or empty. */
const ListStatus = ({ onCreate }: { onCreate: () => void }) => {
  const { list, order } = useSnapshot(messaging)
  return (
    <>
'''+em+'''    </>
  )
}

'''
i=s.index("/** The account's conversations"); s=s[:i]+comp+s[i:]
wr('list/list.tsx',s)

# panel: settings + members
s=rd('panel.tsx')
sw,pre,post=cut(s,"      <div className={styles.switches}>","      <section aria-label=\"Membres du groupe\">")
s=pre+"      <GroupSwitches id={c.id} settings={c.settings} />\n"+post
sw=sw.replace("c.settings","settings").replace("changeSettings(c.id","changeSettings(id")
tp,pre,post=cut(s,"      <div className={styles.top}>","      {admin ? (\n        <GroupPicture")
s=pre+"      <GroupHead c={c} own={own} onEdit={admin ? () => setEditing(true) : undefined} />\n"+post
s=s.replace("  const title = titleOf(c, own)\n","",1)
tp=tp.replace("{title}","{titleOf(c, own)}").replace("{admin ? (","{onEdit ? (").replace("onClick={() => setEditing(true)}","onClick={onEdit}")
comp='''const GroupHead = ({
  c,
  own,
  onEdit,
}: {
  c: Conversation
  own: string | null
  onEdit: (() => void) | undefined
}) => (
'''+tp.rstrip()+'''
)

const GroupSwitches = ({ id, settings }: { id: string; settings: Conversation['settings'] }) => (
'''+sw.rstrip()+'''
)

'''
i=s.index("const Content = "); 
# move AddMembers and Member into own file
a=s.index("const AddMembers = "); membs=s[a:i]
s=s[:a]+comp+s[i:]
wr('panel.tsx',s)
membs=membs.replace("const AddMembers","export const AddMembers").replace("const Member =","/** One row of the member list, with the actions of an admin. */\nexport const Member =")
wr('group/group-members.tsx',membs)
