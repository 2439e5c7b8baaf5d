import type { Ctx } from '../../context'
import { memberRows } from '../../session/direct'
export const seedDemo = async (ctx: Ctx): Promise<void> => {
  if (await ctx.db.selectFrom('settings').where('name', '=', 'demo-seeded').select('name').executeTakeFirst()) return
  await memberRows(ctx, { handle: 'lea_hugo', genders: ['woman', 'man'], email: 'demo-1@connivence.test', password: 'connivence-demo', firstnames: ['Léa', 'Hugo'] })
  await memberRows(ctx, { handle: 'marc_33', genders: ['man'], email: 'demo-2@connivence.test', password: 'connivence-demo', firstnames: ['Marc'] })
  await memberRows(ctx, { handle: 'nora_lyon', genders: ['woman'], email: 'demo-3@connivence.test', password: 'connivence-demo', firstnames: ['Nora'] })
  await ctx.db.insertInto('settings').values({ name: 'demo-seeded', value: '1' }).execute()
}
