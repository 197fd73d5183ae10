// What the page around an embedded one asks for: said before anything loads its words.
import { locale } from '@/core/storage';
import { isEmbedded } from './paths';

if (isEmbedded(window.location.pathname)) locale.lend(new URLSearchParams(window.location.search).get('lang'));
