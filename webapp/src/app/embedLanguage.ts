// Language that the page around an embedded one asks for; set before any words are loaded.
import { locale } from '@/core/storage';
import { isEmbedded } from './paths';

if (isEmbedded(window.location.pathname)) locale.lend(new URLSearchParams(window.location.search).get('lang'));
