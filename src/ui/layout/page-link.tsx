import type { AnchorHTMLAttributes, Ref } from 'react'
import { Link } from 'wouter'

interface PageLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  ref?: Ref<HTMLAnchorElement> | undefined
}

/** A link: to a page of the app without a load, unless it has a target or is a download. */
export const PageLink = (props: PageLinkProps) => {
  const As = (props.target ?? props.download ?? !props.href.startsWith('/')) ? 'a' : Link
  return <As {...props} />
}
