package trn2sim.traces.scenario;

import java.util.Map;
import java.util.TreeMap;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.Settings;

/**
 * One run as asked for, checked and with every default filled in.
 *
 * @param deviceName the device as the file names it
 * @param device its parameters, overrides applied
 * @param overrides the overridden parameters and their values
 */
public record Scenario(
    String name,
    String deviceName,
    DeviceParameters device,
    Kernel kernel,
    Settings shape,
    DType dtype,
    Ranks ranks,
    Settings options,
    RunSettings run,
    Map<String, String> overrides,
    WhatIfSettings whatIf,
    CompilerSettings compiler,
    Origin origin) {

  /** The name as that of a directory: of letters, digits, ".", "_" and "-", not hidden. */
  public String directory() {
    return directory(name);
  }

  /** The same for any name. */
  public static String directory(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[.]", "_");
  }

  /** What the scenario asks of its kernel. */
  public Request request() {
    return new Request(shape, options, dtype, ranks, device, whatIf.lostLinks(), compiler);
  }

  /** The same scenario at another size. */
  public Scenario with(Settings otherShape, Ranks otherRanks) {
    return with(otherShape, otherRanks, options);
  }

  /** The same scenario with other options of the kernel. */
  public Scenario with(Settings otherOptions) {
    return with(shape, ranks, otherOptions);
  }

  /** The same scenario without arithmetic. */
  public Scenario timed() {
    return with(shape, ranks, options, run.timed());
  }

  private Scenario with(Settings otherShape, Ranks otherRanks, Settings otherOptions) {
    return with(otherShape, otherRanks, otherOptions, run);
  }

  private Scenario with(
      Settings otherShape, Ranks otherRanks, Settings otherOptions, RunSettings otherRun) {
    return new Scenario(
        name,
        deviceName,
        device,
        kernel,
        otherShape,
        dtype,
        otherRanks,
        otherOptions,
        otherRun,
        overrides,
        whatIf,
        compiler,
        origin);
  }

  /** The same scenario compiled otherwise. */
  public Scenario with(CompilerSettings otherCompiler) {
    return with(device, overrides, otherCompiler);
  }

  /** The same scenario with more parameters overridden. */
  public Scenario withOverrides(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(overrides);
    all.putAll(more);
    return with(device.withOverrides(more), all, compiler);
  }

  private Scenario with(
      DeviceParameters otherDevice, Map<String, String> all, CompilerSettings otherCompiler) {
    return new Scenario(
        name,
        deviceName,
        otherDevice,
        kernel,
        shape,
        dtype,
        ranks,
        options,
        run,
        all,
        whatIf,
        otherCompiler,
        origin);
  }
}
