import re
B='/tmp/w/thread/src/features/messaging/'
def rd(f): return open(B+f).read()
def wr(f,s): open(B+f,'w').write(s)
def sub(s,a,b):
    assert a in s, a
    return s.replace(a,b,1)
def cut(s,start,end):
    i=s.index(start); j=s.index(end,i); return s[i:j], s[:i], s[j:]

# --- row
s=rd('list/row.tsx')
blk,pre,post=cut(s,"          subtitle={\n","          aside={")
draftline=[l for l in blk.split("\n") if 'Brouillon' in l][0].strip()
s=pre+"          subtitle={<Subtitle id={id} active={active} preview={preview} />}\n"+post
blk,pre,post=cut(s,"            <span className={styles.when}>","          }\n          badge=")
s=pre+"            <RowDate at={c.lastMessageAt ?? c.createdAt} muted={muted} pinned={pinned} />\n"+post
s=s.replace("  const at = c.lastMessageAt ?? c.createdAt\n","").replace("  const typing = useTyping(id)\n  const draft = useDraftOf(id)\n","")
comp='''const Subtitle = ({ id, active, preview }: { id: string; active: boolean; preview: string }) => {
  const typing = useTyping(id)
  const draft = useDraftOf(id)
  if (typing)
    return (
      <span className={styles.writes} data-kept={preview}>
        {typing}
      </span>
    )
  if (draft && !active)
    return (
      <span data-kept={preview}>
        '''+draftline+'''
      </span>
    )
  return preview
}

const RowDate = ({ at, muted, pinned }: { at: string; muted: boolean; pinned: boolean }) => (
'''+blk.rstrip()+'''
)

'''
i=s.index("/** One row of the list"); s=s[:i]+comp+s[i:]
wr('list/row.tsx',s)

# --- header
s=rd('thread/header.tsx')
blk,pre,post=cut(s,"  const online = presence?.isOnline","  return (\n    <header ref={top} tabIndex={-1} className={styles.head}>\n      {back}\n      <h2")
s=pre+post
h2,pre,post=cut(s,"      <h2 className={styles.heading}>","      {onSearch ? (\n")
s=pre+"      <HeaderTitle c={c} own={accountId} />\n"+post
s=s.replace("  const other = c && counterpart(c, accountId)\n  const presence = usePresence(c?.type === 'direct' ? (other?.account_id ?? null) : null)\n  const lost = useLost()\n","").replace("  const typing = useTyping(id)\n","")
# use own
title='''/** Avatar, title and status of a conversation; they lead to the profile, the group or the event. */
const HeaderTitle = ({ c, own }: { c: Conversation; own: string | null }) => {
  const other = counterpart(c, own)
  const presence = usePresence(c.type === 'direct' ? (other?.account_id ?? null) : null)
  const lost = useLost()
  const typing = useTyping(c.id)
'''+blk.replace('accountId','own')+"  return (\n"+h2.rstrip()+"\n  )\n}\n\n"
i=s.index("/** Title, status and actions"); s=s[:i]+title+s[i:]
wr('thread/header.tsx',s)

# --- bubble
s=rd('thread/message/bubble.tsx')
body,pre,post=cut(s,"    const { message: m, own } = row\n","    return (\n      <div\n        role=\"listitem\"")
a=body.index("      <p className={styles.system}"); b=body.index("    ) : (\n",a); 
sysp=body[a:b]; bub=body[b+len("    ) : (\n"):].rstrip()
assert bub.endswith(")"); bub=bub[:-1].rstrip()
meta,mp,mq=cut(bub,"            <span className={styles.meta}>","          </div>\n          {deleted")
bub=mp+"            <Meta m={m} own={own} />\n"+mq
s=pre+"    const { message: m } = row\n"+post.replace("        {body}\n",'''        {m.senderAccountId === 'system' ? (
          <p className={styles.system} data-message={m.id}>
            {systemText(m)}
          </p>
        ) : (
          <Bubble row={row} genders={genders} onPhoto={onPhoto} />
        )}
''',1)
meta=meta.replace("own && !deleted","own && m.deletedAt === null")
comp='''/** Time of a message, and whether one's own was read. */
const Meta = ({ m, own }: { m: MessageRowData['message']; own: boolean }) => (
'''+meta.rstrip()+'''
)

interface BubbleProps {
  row: MessageRowData
  genders: Genders
  onPhoto: OnPhoto
}
const Bubble = ({ row, genders, onPhoto }: BubbleProps) => {
  const { message: m, own } = row
  const deleted = m.deletedAt !== null
  const photos = deleted ? [] : m.media
  const reacted = Object.values(m.reactions).some((list) => list.length > 0)
  return (
'''+bub+'''
  )
}

'''
i=s.index("/** A confirmed message."); s=s[:i]+comp+s[i:]
wr('thread/message/bubble.tsx',s)

# --- use-message-acts
s=rd('thread/message/use-message-acts.ts')
keys,pre,post=cut(s,"  const rowsNow = ()","  const onContextMenu = (event")
s=pre+"  const onKeyDown = keyHandler(scroller, (row) => {\n    byKey.current = performance.now()\n    void open(row.dataset['row'], bubbleOf(row))\n  })\n"+post
keys=keys.replace('''      if (key !== 'Enter' && key !== ' ') byKey.current = performance.now()
      return void open(row.dataset['row'], bubbleOf(row))
''','''      return openMenu(row, key !== 'Enter' && key !== ' ')
''')
s=s.replace('''keyHandler(scroller, (row) => {
    byKey.current = performance.now()
    void''','''keyHandler(scroller, (row, byMenuKey) => {
    if (byMenuKey) byKey.current = performance.now()
    void''')
fn='''/** Keyboard of the list: arrow keys move from message to message, Escape back to the list. */
const keyHandler = (
  scroller: RefObject<HTMLElement | null>,
  openMenu: (row: HTMLElement, byMenuKey: boolean) => void,
): ((event: KeyboardEvent) => void) => {
'''+keys.rstrip()+'\n  return onKeyDown\n}\n\n'
i=s.rindex("/**",0,s.index("Actions on single messages")); s=s[:i]+fn+s[i:]
wr('thread/message/use-message-acts.ts',s)
