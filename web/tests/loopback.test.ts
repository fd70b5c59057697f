import { expect, test } from 'vitest';
import { isLoopback } from '../src/lib/loopback';

test.each(['localhost', 'table.localhost', '127.0.0.1', '127.8.8.8', '[::1]'])('%s is this computer', (name) => {
  expect(isLoopback(name)).toBe(true);
});

test.each(['192.168.1.20', 'brass.example', '10.127.0.1', '[fe80::1]'])('%s is reached from elsewhere', (name) => {
  expect(isLoopback(name)).toBe(false);
});
