import { LogOut, Moon, Sun } from 'lucide-react'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { switchTheme, useIsDark } from '../../ui/layout/theme-switch.tsx'
import { logOut } from '../accounts/account-calls.ts'
import { useMaySearch } from '../search/use-may-search.ts'
import { type Command, type Commands, commandsForGuest, commandsForMember } from './commands.ts'

export function useCommands(): { name: string; choices: Command[] }[] {
  const { actions, places } = useOwnCommands()
  const theme = useThemeCommand()
  const dispatch = useAppDispatch()
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const end: Command = {
    key: 'log out',
    text: 'Sign out',
    words: 'logout sign leave',
    icon: LogOut,
    run: () => dispatch(logOut()),
  }
  return [
    { name: 'Actions', choices: [...actions, theme, ...(isMember ? [end] : [])] },
    { name: 'Go to', choices: places },
  ]
}

function useOwnCommands(): Commands {
  const { user, isAuthenticated } = useAppSelector((state) => state.auth)
  const readPosts = useSite().reading === 'public'
  const { posts: search } = useMaySearch()
  if (user) return commandsForMember(user)
  return isAuthenticated === false ? commandsForGuest({ readPosts, search }) : { actions: [], places: [] }
}

function useThemeCommand(): Command {
  const isDark = useIsDark()
  return {
    key: 'theme',
    text: isDark ? 'Use the light theme' : 'Use the dark theme',
    words: 'change switch colors appearance',
    icon: isDark ? Sun : Moon,
    run: switchTheme,
  }
}
