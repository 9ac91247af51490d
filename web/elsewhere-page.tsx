import { useLocation } from 'react-router'
import { HandlePage } from './people/handle-page.tsx'
import { NotFound } from './ui/not-found.tsx'

/** Every other address: `/@handle`, as the router knows no parameter that is a part of a segment, or nothing. */
export function ElsewherePage() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/@')) return <HandlePage />
  return (
    <NotFound
      command="cd here"
      heading="Page not found"
      lead="There is nothing at this address."
      back={{ to: '/', text: 'Back to the start' }}
    />
  )
}
