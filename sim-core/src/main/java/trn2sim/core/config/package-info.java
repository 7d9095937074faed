/** Reads YAML input so that every value knows its file, line and key; wraps the YAML parser. */
package trn2sim.core.config;
