import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource/alegreya-sc/500.css';
import '@fontsource/alegreya-sc/700.css';
import './tokens.css';
import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { watchBadge } from './lib/badge';
import { watchParts } from './lib/build';
import { install } from './lib/install.svelte';
import { keepUp } from './lib/push';

watchParts();
install.watch();
void keepUp();
watchBadge();

const target = document.getElementById('app');
if (target) mount(App, { target });
