/** JSON, read and written by one library that no other package knows. */
package trn2sim.core.json;
