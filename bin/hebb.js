#!/usr/bin/env node
import '../dist/hebb.js';
